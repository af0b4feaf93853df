//! A real browser, told what to do through its driver: the few commands of WebDriver that the tests need, as JSON over HTTP.

use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

/// Set by CI: no browser is a failure then, not a reason to skip.
const DEMAND: &str = "DLXBENCH_BROWSER_REQUIRED";

/// A browser with one page; it ends with the test.
pub(super) struct Browser {
    driver: Child,
    /// What the driver says; kept, for a program whose output nobody takes may end.
    _output: BufReader<ChildStdout>,
    agent: ureq::Agent,
    session: String,
}

/// The first of these programs that is on the PATH.
fn program(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let mut places = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    places.find(|place| place.is_file())
}

impl Browser {
    /// Starts a browser; `None`, with a word about it, if there is none and nobody demands one.
    pub(super) fn start() -> Option<Browser> {
        let chromium = program(&["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]);
        let (Some(driver), Some(chromium)) = (program(&["chromedriver"]), chromium) else {
            let missing = "no Chromium or no chromedriver on the PATH: on Debian, apt-get install chromium chromium-driver";
            assert!(std::env::var_os(DEMAND).is_none(), "{missing}");
            eprintln!("skipped: {missing} ({DEMAND}=1 makes this a failure)");
            return None;
        };
        let mut driver = Command::new(driver);
        let mut driver = driver.arg("--port=0").stdout(Stdio::piped()).spawn().expect("the driver starts");
        let mut output = BufReader::new(driver.stdout.take().expect("it was piped"));
        let lines = output.by_ref().lines();
        let port = lines.map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once("started successfully on port ")?;
            port.trim_end_matches('.').parse::<u16>().ok()
        });
        let port = port.expect("the driver says on which port it listens");
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .proxy(None)
            .timeout_global(Some(Duration::from_secs(60)))
            .build();
        let mut browser = Browser {
            driver,
            _output: output,
            agent: config.into(),
            session: format!("http://127.0.0.1:{port}/session"),
        };
        let wishes = json!({
            // The sandbox does not work for root, whom CI often is.
            "goog:chromeOptions": { "binary": chromium, "args": [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"
            ] },
            "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
        });
        let made = browser.post("", &json!({ "capabilities": { "alwaysMatch": wishes } }));
        let id = made["sessionId"].as_str().expect("a session has a name").to_owned();
        browser.session = format!("{}/{id}", browser.session);
        Some(browser)
    }

    /// A command that succeeds, and its answer.
    #[track_caller]
    fn post(&self, command: &str, arguments: &Value) -> Value {
        let (status, answer) = self.send(command, arguments);
        assert_eq!(status, 200, "{command}: {answer}");
        answer
    }

    fn send(&self, command: &str, arguments: &Value) -> (u16, Value) {
        let request = self.agent.post(format!("{}{command}", self.session));
        let request = request.header("Content-Type", "application/json");
        let mut response = request.send(arguments.to_string()).expect("the driver answers");
        let text = response.body_mut().with_config().limit(1 << 27).read_to_string().expect("it is text");
        let mut answer: Value = serde_json::from_str(&text).expect("it is JSON");
        (response.status().as_u16(), answer["value"].take())
    }

    /// Opens a page and waits until it is there.
    pub(super) fn open(&self, address: &str) {
        self.post("/url", &json!({ "url": address }));
    }

    /// What a script says about the page.
    #[track_caller]
    pub(super) fn ask(&self, script: &str) -> Value {
        self.post("/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Clicks on the first element that matches, as a person would.
    #[track_caller]
    pub(super) fn click(&self, selector: &str) {
        let found = self.post("/element", &json!({ "using": "css selector", "value": selector }));
        let id = found.as_object().and_then(|element| element.values().next()).and_then(Value::as_str);
        self.post(&format!("/element/{}/click", id.expect("an element has a name")), &json!({}));
    }

    /// What was written to one of the logs since the last time.
    pub(super) fn log(&self, kind: &str) -> Vec<Value> {
        self.post("/se/log", &json!({ "type": kind })).as_array().cloned().unwrap_or_default()
    }

    /// Whether the page has opened a window with a message.
    pub(super) fn has_alert(&self) -> bool {
        self.send("/alert/dismiss", &json!({})).0 == 200
    }

    /// How large the screen is, and whether it is a dark one.
    pub(super) fn screen(&self, width: u32, height: u32, scheme: &str) {
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics);
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// Shows the page as it is printed.
    pub(super) fn paper(&self) {
        self.devtools("Emulation.setEmulatedMedia", json!({ "media": "print" }));
    }

    fn devtools(&self, command: &str, parameters: Value) -> Value {
        self.post("/goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }

    /// A picture of the whole page, as PNG.
    pub(super) fn picture(&self) -> Vec<u8> {
        let wish = json!({ "format": "png", "captureBeyondViewport": true });
        decoded(&self.devtools("Page.captureScreenshot", wish)["data"])
    }

    /// The page on paper, as PDF.
    pub(super) fn printed(&self) -> Vec<u8> {
        let paper = json!({ "width": 21.0, "height": 29.7 });
        decoded(&self.post("/print", &json!({ "page": paper, "background": true })))
    }
}

fn decoded(value: &Value) -> Vec<u8> {
    BASE64_STANDARD.decode(value.as_str().expect("it is text")).expect("it is base64")
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The driver ends its browser when the session ends; without that, the browser would outlive it.
        let _ = self.agent.delete(&self.session).call();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
