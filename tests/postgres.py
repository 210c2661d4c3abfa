"""A PostgreSQL of one's own for a test, on a socket in a temporary folder.

Usage: postgres.py -- COMMAND...    runs it with TABLIER_POSTGRES, the address, in its environment

Debian's own server is not used and need not run. PostgreSQL refuses to be root, so where we are,
it becomes somebody who is nobody.
"""
import glob, os, pwd, shutil, signal, subprocess, sys, tempfile, time

PATIENCE = 300  # seconds: ends what hangs, on a machine however busy
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def program(name):
    found = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"))
    path = found[-1] if found else shutil.which(name)
    if not path:
        sys.exit(f"postgres.py: there is no {name} here; tools/need test installs it")
    return path


class Database:
    """durable: what it has committed outlives a crash of the machine too, which costs time."""

    def __init__(self, durable=False):
        self.folder = tempfile.mkdtemp(prefix="tablier-pg-", dir=None if durable else MEMORY)
        self.data = os.path.join(self.folder, "data")
        self.durable = durable
        self.process = None
        self.become = {}
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
            self.become = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        subprocess.run([program("initdb"), "-D", self.data, "-U", "tablier", "-A", "trust", "-E", "UTF8",
                        "--locale=C", "--no-sync", "--data-checksums"],
                       stdout=subprocess.DEVNULL, check=True, cwd="/", **self.become)
        self.start()

    def address(self, name="postgres"):
        return f"postgresql:///{name}?host={self.folder}&user=tablier"

    def start(self):
        settings = {"listen_addresses": "", "unix_socket_directories": self.folder,
                    "fsync": "on" if self.durable else "off", "max_connections": "60",
                    "shared_buffers": "32MB", "log_min_messages": "fatal", "log_min_error_statement": "panic"}
        flags = [word for item in settings.items() for word in ("-c", "=".join(item))]
        self.process = subprocess.Popen([program("postgres"), "-D", self.data, *flags],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/", **self.become)
        until = time.monotonic() + PATIENCE
        while subprocess.run([program("pg_isready"), "-q", "-h", self.folder], cwd="/", check=False).returncode:
            if self.process.poll() is not None or time.monotonic() > until:
                raise RuntimeError("PostgreSQL did not start")
            time.sleep(0.05)

    def stop(self, how=signal.SIGINT):
        """SIGINT: at once, in order; SIGQUIT: as a crash would."""
        self.process.send_signal(how)
        self.process.wait(PATIENCE)

    def sql(self, text, name="postgres"):
        """What a statement answers, as lines."""
        done = subprocess.run([program("psql"), "-X", "-q", "-A", "-t", "-h", self.folder, "-U", "tablier",
                               "-v", "ON_ERROR_STOP=1", "-d", name, "-c", text],
                              capture_output=True, text=True, check=True, cwd="/")
        return done.stdout.splitlines()

    def close(self):
        if self.process.poll() is None:
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


if __name__ == "__main__":
    with Database() as database:
        done = subprocess.run(sys.argv[sys.argv.index("--") + 1:], check=False,
                              env={**os.environ, "TABLIER_POSTGRES": database.address()})
    sys.exit(done.returncode if done.returncode >= 0 else 128 - done.returncode)
