//! Keeps the limits of a search and tells others how far it has come.
//!
//! An engine asks [`Watch::is_due`] at every node, which costs a comparison, and only when that says so does it look
//! at clocks, monitors and team mates.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::monitor::Monitor;
use super::outcome::{Ended, Limits};
use super::team::Team;

/// How often limits are looked at and progress is reported, in nodes.
const CHECK_NODES: u64 = 1024;

/// How far a search has come.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Report {
    pub(super) nodes: u64,
    pub(super) solutions: u64,
    /// The part of its tree that is done, from 0 to 1.
    pub(super) fraction: f64,
}

/// What may stop a search, and where it reports to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch<'a> {
    limits: Limits,
    deadline: Option<Instant>,
    pub(super) monitor: Option<&'a Monitor>,
    pub(super) team: Option<&'a Team>,
    pub(super) interrupt: Option<&'a AtomicBool>,
    /// The number of nodes at which to look next.
    check_at: u64,
    /// What part of the whole tree is reported on; 0 where another search has reported already.
    weight: f64,
    /// What has been told already.
    reported: Report,
}

impl<'a> Watch<'a> {
    pub(super) fn new(limits: Limits) -> Watch<'a> {
        Watch {
            limits,
            deadline: limits.deadline(),
            monitor: None,
            team: None,
            interrupt: None,
            check_at: limits.nodes.unwrap_or(u64::MAX).min(CHECK_NODES),
            weight: 1.0,
            reported: Report::default(),
        }
    }

    pub(super) fn limits(&self) -> Limits {
        self.limits
    }

    /// Whether it is time for [`reason_to_stop`](Self::reason_to_stop).
    #[inline(always)]
    pub(super) fn is_due(&self, nodes: u64) -> bool {
        nodes >= self.check_at
    }

    /// Looks at the limits, and reports; off the hot path.
    #[cold]
    pub(super) fn reason_to_stop(&mut self, now: Report) -> Option<Ended> {
        if self.limits.nodes.is_some_and(|limit| now.nodes >= limit) {
            return Some(Ended::NodeLimit);
        }
        self.check_at = self.limits.nodes.unwrap_or(u64::MAX).min(now.nodes + CHECK_NODES);
        self.report(now);
        let is_interrupted = self.interrupt.is_some_and(|interrupt| interrupt.load(Ordering::Relaxed));
        if is_interrupted || self.monitor.is_some_and(Monitor::is_stopped) {
            return Some(Ended::Interrupted);
        }
        if let Some(ended) = self.team.and_then(Team::reason_to_stop) {
            return Some(ended);
        }
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(Ended::TimeLimit)
    }

    /// Tells the monitor and the team what is new.
    pub(super) fn report(&mut self, now: Report) {
        if self.weight == 0.0 {
            return;
        }
        let (nodes, solutions) = (now.nodes - self.reported.nodes, now.solutions - self.reported.solutions);
        if let Some(monitor) = self.monitor {
            monitor.add(nodes, solutions, (now.fraction - self.reported.fraction) * self.weight);
        }
        if let Some(team) = self.team {
            team.add(nodes, solutions);
        }
        self.reported = now;
    }

    /// Reports on nothing until the next subtree: what the search does now, another one has reported.
    pub(super) fn mute(&mut self) {
        self.weight = 0.0;
    }

    /// Reports from now on a subtree that is this part of the whole tree.
    pub(super) fn enter_subtree(&mut self, now: Report, weight: f64) {
        self.weight = weight;
        self.reported = Report { fraction: 0.0, ..now };
    }

    /// Reports that the subtree is done, and then nothing until the next one.
    pub(super) fn leave_subtree(&mut self, now: Report) {
        self.report(Report { fraction: 1.0, ..now });
        self.mute();
    }
}
