"""nginx with the project's site, on free ports, in front of servers that trust it."""

import os
import pathlib
import re
import shutil
import socket
import ssl
import subprocess
import time

from operating import ROOT, free_port, make_certificate

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


class Proxy:
    def __init__(self, folder: pathlib.Path, *servers: int, limits: bool = True):
        """Sits before the servers on these ports; `limits` keeps the site's bounds for each client."""
        self.folder = folder
        folder.chmod(0o755)
        certificate, key = make_certificate(folder)
        self.context = ssl.create_default_context(cafile=str(certificate))
        self.port, self.plain = free_port(), free_port()
        (folder / "nginx.conf").write_text(self.site(certificate, key, servers, limits))
        arguments = [NGINX, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", "stderr"]
        judged = subprocess.run([*arguments, "-t"], capture_output=True, text=True, timeout=300, check=False)
        assert judged.returncode == 0 and "[warn]" not in judged.stderr, judged.stderr
        self.process = subprocess.Popen([*arguments, "-g", "daemon off;"], stderr=subprocess.DEVNULL)
        for _ in range(100):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    break
            time.sleep(0.05)

    def site(self, certificate: pathlib.Path, key: pathlib.Path, servers: tuple[int, ...], limits: bool) -> str:
        text = (ROOT / "deploy" / "nginx.conf").read_text()
        text = re.sub(r"listen \[::\]:.*;\n", "", text)
        for old, port in {"443 ssl http2": self.port, "80": self.plain}.items():
            assert f"listen {old};" in text
            text = text.replace(f"listen {old};", f"listen 127.0.0.1:{port}{old[3:] if ' ' in old else ''};")
        text = text.replace("/etc/letsencrypt/live/pass.example.org/fullchain.pem", str(certificate))
        text = text.replace("/etc/letsencrypt/live/pass.example.org/privkey.pem", str(key))
        line = "    server 127.0.0.1:8080 max_fails=0;\n"
        assert line in text
        text = text.replace(line, "".join(line.replace("8080", str(port)) for port in servers))
        text = text.replace("/var/log/nginx/error.log crit", f"{self.folder}/error.log error")
        if not limits:
            text = re.sub(r"^    limit_(req|conn) .*;\n", "", text, flags=re.M)
        temporary = "".join(
            f"{kind}_temp_path {self.folder}/{kind};\n"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        user = "user root;\n" if os.getuid() == 0 else ""
        # Its usual log is no folder of whoever runs this.
        return (f"{user}pid {self.folder}/pid;\nerror_log stderr;\nevents {{}}\n"
                f"http {{\naccess_log off;\ngzip on;\n{temporary}{text}}}\n")

    def errors(self) -> str:
        """What nginx has told of the servers behind it."""
        log = self.folder / "error.log"
        return log.read_text() if log.exists() else ""

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(300)
