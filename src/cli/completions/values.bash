
# Completes what the script above does not: shipped corpora, records, and lists with commas.
_dlxbench_values() {
    # The word as it was typed; bash splits it at ':' and '='.
    local typed="${COMP_LINE:0:COMP_POINT}" option="$3" list="" kept="" run
    typed="${typed##*[[:space:]]}"
    if [[ $typed == *[:=]* ]]; then kept="${typed%"$2"}"; fi
    if [[ $typed == --*=* ]]; then
        option="${typed%%=*}" typed="${typed#*=}"
        kept="${kept#"$option"=}"
        # Unless bash does not split at '='.
        if [[ $2 == "$option"=* ]]; then list="$option="; fi
    fi
    if [[ $typed == *,* ]]; then list+="${typed%,*}," typed="${typed##*,}"; fi
    _dlxbench "$1" "$typed" "$option"
    if [[ " RECORD_OPTIONS " == *" $option "* ]] ||
        [[ " RECORD_COMMANDS " == *" ${COMP_WORDS[1]} "* && " VALUE_OPTIONS " != *" $option "* && $typed != -* ]]; then
        COMPREPLY=()
        for run in "$typed"*/run.json "$typed"*/*/run.json results/*/run.json; do
            run="${run%/run.json}"
            if [[ -f $run/run.json && $run == "$typed"* && " ${COMPREPLY[*]} " != *" $run "* ]]; then
                COMPREPLY+=("$run")
            fi
        done
    elif [[ " CORPUS_COMMANDS " == *" ${COMP_WORDS[1]} "* && " VALUE_OPTIONS " != *" $option "* && $typed != -* ]] &&
        [[ ${COMP_WORDS[1]} != corpus || COMP_CWORD -gt 2 ]]; then
        COMPREPLY=($(compgen -W "SHIPPED" -- "$typed"))
        if [[ ${#COMPREPLY[@]} -gt 0 ]]; then COMPREPLY+=($(compgen -f -- "$typed")); fi
    fi
    COMPREPLY=("${COMPREPLY[@]/#/$list}")
    COMPREPLY=("${COMPREPLY[@]#"$kept"}")
}
complete -F _dlxbench_values -o bashdefault -o default dlxbench
