"""Sits before a server and can keep its answers to itself, as a proxy does that is busy."""

import http.client
import http.server
import threading


class Front:
    """Hands on what browsers ask for; a HEAD is answered by `status` where that is set, and not before `is_open` is."""

    def __init__(self, server):
        self.status, self.is_open, self.asked = None, threading.Event(), 0
        self.is_open.set()
        front = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                body = self.rfile.read(int(self.headers["Content-Length"] or 0))
                connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=300)
                try:
                    connection.request(self.command, self.path, body, dict(self.headers))
                    answer = connection.getresponse()
                    content = answer.read()
                finally:
                    connection.close()
                self.send_response_only(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in ("connection", "transfer-encoding", "content-length"):
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_POST = do_GET

            def do_HEAD(self):
                front.asked += 1
                front.is_open.wait(300)
                if front.status is None:
                    self.do_GET()
                    return
                self.send_response_only(front.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.is_open.set()
        self.server.shutdown()
        self.server.server_close()
