"""A mail server of the tests: takes messages as one that people run does, and keeps them."""

import base64
import socketserver
import ssl
import threading


class MailSink:
    """Speaks submission on a free port of this machine; `tls` from the start, or `starttls` where it is asked for.

    `ahead` is what somebody on the way says in clear behind the answer to STARTTLS.
    """

    def __init__(self, certificate=None, key=None, tls=False, starttls=False, answers=None, silent=False, ahead=""):
        self.messages, self.commands, self.connections, self.ended = [], [], 0, 0
        self.answers = answers or {}
        self.silent, self.starttls, self.ahead = silent, starttls, ahead
        self.context = None
        if certificate:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(certificate, key)
        sink = self

        class Handler(socketserver.BaseRequestHandler):
            def handle(self):
                connection = self.request
                sink.connections += 1
                try:
                    if tls:
                        connection = sink.context.wrap_socket(connection, server_side=True)
                    sink.talk(connection)
                finally:
                    sink.ended += 1

        class Server(socketserver.ThreadingTCPServer):
            allow_reuse_address = True
            daemon_threads = True

        self.server = Server(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def recipients(self):
        return [envelope[1] for envelope, _, _ in self.messages]

    def talk(self, connection):
        if self.silent:
            connection.recv(1)
            return
        file = connection.makefile("rwb")

        def say(line):
            file.write(line.encode() + b"\r\n")
            file.flush()

        say("220 sink ready")
        envelope, is_secret = [], bool(self.context) and not self.starttls
        while line := file.readline():
            command = line.decode().strip()
            self.commands.append(command)
            word = command.split(" ")[0].split(":")[0].upper()
            if word in self.answers:
                say(self.answers[word])
            elif word == "EHLO":
                if self.starttls and not is_secret:
                    say("250-sink")
                    say("250-STARTTLS")
                say("250 AUTH PLAIN")
            elif word == "STARTTLS":
                file.write(f"220 go\r\n{self.ahead}".encode())
                file.flush()
                file = self.context.wrap_socket(connection, server_side=True).makefile("rwb")
                is_secret = True
            elif word == "AUTH":
                self.commands[-1] = "AUTH " + base64.b64decode(command.split(" ")[2]).decode()
                say("235 yes")
            elif word in ("MAIL", "RCPT"):
                envelope.append(command)
                say("250 ok")
            elif word == "DATA":
                say("354 go on")
                text = b""
                while (line := file.readline()) not in (b".\r\n", b""):
                    text += line[1:] if line.startswith(b".") else line
                self.messages.append((envelope, text, is_secret))
                envelope = []
                say("250 taken")
            elif word == "QUIT":
                say("221 bye")
                return
            else:
                say("500 what?")

    def close(self):
        self.server.shutdown()
        self.server.server_close()
