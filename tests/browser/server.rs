//! A server for one page that remembers what it was asked for.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// A server on this machine; it serves until the test ends.
pub(super) struct Server {
    /// The address of the page.
    pub(super) page: String,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    pub(super) fn of(page: String) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
        let address = listener.local_addr().expect("it has an address");
        let requests = Arc::new(Mutex::new(Vec::new()));
        let noted = Arc::clone(&requests);
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (page, noted) = (page.clone(), Arc::clone(&noted));
                // A browser opens connections ahead and may never use them: nobody waits for these.
                std::thread::spawn(move || answer(stream, &page, &noted));
            }
        });
        Server { page: format!("http://{address}/report.html"), requests }
    }

    /// The paths that were asked for.
    pub(super) fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

fn answer(mut stream: TcpStream, page: &str, requests: &Mutex<Vec<String>>) {
    let mut lines = BufReader::new(&stream).lines().map_while(Result::ok);
    let Some(first) = lines.next() else { return };
    let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
    lines.take_while(|line| !line.is_empty()).for_each(drop);
    let (status, body) = if path == "/report.html" { ("200 OK", page) } else { ("404 Not Found", "") };
    requests.lock().unwrap().push(path);
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes()));
}
