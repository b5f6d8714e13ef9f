"""A zoo of bad bots. The first argument says which one to be."""

import os
import signal
import socket
import subprocess
import sys
import time

MODE = sys.argv[1]
taken = set()


def say(line, end="\n"):
    sys.stdout.write(line + end)
    sys.stdout.flush()


def free_point():
    for y in range(15):
        for x in range(15):
            if (x, y) not in taken:
                taken.add((x, y))
                return f"{x},{y}"


def child():
    """A process that would stay."""
    code = "import time\ntime.sleep(1000)  # yiqi-zoo-child"
    return subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.DEVNULL,
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def forbidden(what):
    """Runs an escape; the name of the error, or None if it worked."""
    try:
        what()
    except (OSError, MemoryError, ValueError) as error:
        return type(error).__name__
    return None


def escapes(port, host):
    def connect(family, kind, address):
        return lambda: socket.socket(family, kind).connect(address)

    def many_files():
        for number in range(300):
            with open(os.path.join(os.environ["TMPDIR"], str(number)), "wb") as file:
                file.write(b"x" * (1 << 20))

    def descriptors():
        if {int(name) for name in os.listdir("/proc/self/fd")} - {0, 1, 2, 3}:
            return
        raise OSError("none")

    def environment():
        if any(name.startswith("CARGO") for name in os.environ):
            return
        raise OSError("none")

    return {
        "read home": lambda: os.listdir(os.path.expanduser("~root")),
        "read keys": lambda: open("/root/.ssh/id_rsa"),
        "read shadow": lambda: open("/etc/shadow"),
        "list /tmp": lambda: os.listdir("/tmp"),
        "list /": lambda: os.listdir("/"),
        "read another process": lambda: open(f"/proc/{host}/environ"),
        "root of process 1": lambda: os.listdir("/proc/1/root/home"),
        "write /tmp": lambda: open("/tmp/yiqi-zoo-was-here", "w"),
        "write beside itself": lambda: open(sys.argv[0] + ".owned", "w"),
        "write shared memory": lambda: open("/dev/shm/yiqi-zoo", "w"),
        "change itself": lambda: open(sys.argv[0], "a"),
        "fill the disk": many_files,
        "internet": connect(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", port)),
        "datagrams": connect(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 53)),
        "local socket": connect(socket.AF_UNIX, socket.SOCK_STREAM, "/run/dbus/system_bus_socket"),
        "signal the host": lambda: os.kill(host, signal.SIGTERM),
        "signal the parent": lambda: os.kill(os.getppid(), signal.SIGTERM) if os.getppid() else open("/no"),
        "raise its priority": lambda: os.setpriority(os.PRIO_PROCESS, 0, -5),
        "another user": lambda: os.setuid(12345),
        "root folder": lambda: os.chroot("/usr"),
        "open descriptors": descriptors,
        "environment": environment,
    }


def answer():
    if MODE == "crash":
        print(1 / 0)
    if MODE == "segfault":
        os.kill(os.getpid(), signal.SIGSEGV)
    if MODE == "abort":
        os.abort()
    if MODE == "early-exit":
        sys.exit(0)
    if MODE == "closes-output":
        os.close(1)
        time.sleep(1000)
    if MODE in ("stall", "ignores-end"):
        time.sleep(1000)
    if MODE == "busy":
        while True:
            pass
    if MODE == "partial-line":
        say("7,", end="")
        time.sleep(1000)
    if MODE == "flood-lines":
        for _ in range(1 << 24):
            sys.stdout.write("MESSAGE " + "x" * 56 + "\n")
    if MODE == "flood-one-line":
        for _ in range(1 << 10):
            sys.stdout.write("x" * (1 << 20))
    if MODE == "flood-errors":
        for _ in range(1 << 10):
            sys.stderr.write("x" * (1 << 20))
        sys.exit(3)
    if MODE == "garbage":
        return say("hello?")
    if MODE == "binary":
        sys.stdout.buffer.write(b"\x00\xff\x1b[2J\n")
        return sys.stdout.buffer.flush()
    if MODE == "illegal":
        return say("99,99")
    if MODE == "occupied" and taken:
        x, y = sorted(taken)[0]
        return say(f"{x},{y}")
    if MODE == "error-reply":
        return say("ERROR no idea")
    if MODE == "memory":
        blocks = []
        while True:
            blocks.append(bytearray(1 << 20))
    if MODE == "fork-bomb":
        while True:
            try:
                child()
            except OSError:
                time.sleep(0.01)
    if MODE == "escape":
        tried = escapes(int(sys.argv[2]), int(sys.argv[3]))
        worked = [name for name, what in tried.items() if forbidden(what) is None]
        if worked or len(tried) < 20:
            return say("ERROR " + ", ".join(worked))
    if MODE == "double-fork" and os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            child()
        os._exit(0)
    point = free_point()
    if MODE == "chatty":
        say("MESSAGE thinking")
        say("")
        say("DEBUG " + "x" * 100)
    if MODE == "suggests":
        say("SUGGEST " + point)
        sys.stdin.readline()
    if MODE == "crlf":
        return say(point, end="\r\n")
    if MODE == "carriage-return":
        return say(point, end="\r")
    if MODE == "double-reply":
        return say(point + "\n" + free_point())
    say(point)


if MODE == "exit-at-start":
    sys.exit(0)
if MODE == "late-start":
    time.sleep(1000)
if MODE.startswith("ignores-end"):
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
if MODE == "never-reads":
    say("OK")
    time.sleep(1000)
for line in sys.stdin:
    words = line.strip().replace(",", " ").split()
    if not words:
        continue
    if words[0] in ("START", "RESTART"):
        say("OK" + ("\n7,7" if MODE == "wrong-turn" else ""), end="\r\n" if MODE == "crlf" else "\n")
    elif words[0] == "TURN":
        taken.add((int(words[1]), int(words[2])))
        answer()
    elif words[0] == "BEGIN":
        answer()
    elif words[0] == "BOARD":
        taken.clear()
        for stone in iter(lambda: sys.stdin.readline().strip(), "DONE"):
            taken.add(tuple(map(int, stone.split(",")[:2])))
        answer()
    elif words[0] == "END" and MODE != "ignores-end-idle":
        break
if MODE.startswith("ignores-end"):
    time.sleep(1000)
