"""A mail server on loopback that keeps what it gets; it knows just enough of SMTP."""

import socketserver
import threading
from email import message_from_bytes, policy


class MailServer(socketserver.ThreadingTCPServer):
    """A mail server: `refused` are addresses it does not take, `drops_after` mails it hangs up."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.mails, self.refused, self.drops_after = [], set(), None
        self.thread = threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True)
        self.thread.start()

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.server_address[1]}"

    def close(self) -> None:
        self.shutdown()
        self.server_close()
        self.thread.join(300)


class _Handler(socketserver.StreamRequestHandler):
    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())

    def handle(self) -> None:
        self.say("220 here")
        while line := self.rfile.readline().decode().strip():
            verb = line.partition(" ")[0].upper()
            if verb == "RCPT" and any(address in line for address in self.server.refused):
                self.say("550 no such person")
            elif verb == "DATA":
                self.say("354 go on")
                content = b""
                while (part := self.rfile.readline()) != b".\r\n":
                    content += part.removeprefix(b".")  # senders double a dot at the beginning of a line
                if self.server.drops_after is not None and len(self.server.mails) >= self.server.drops_after:
                    self.server.drops_after = None
                    return
                self.server.mails.append(message_from_bytes(content, policy=policy.default))
                self.say("250 taken")
            else:
                self.say("221 bye" if verb == "QUIT" else "250 fine")
            if verb == "QUIT":
                return
