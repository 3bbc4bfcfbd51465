"""Another task: looks for what the first one has left and for the runner; every finding is a line that begins with FOUND."""

import ctypes
import glob
import os
import platform
import signal
import time

CANARY = b"canary-of-the-first-task"
HIDDEN = b"canary-that-hides"
NAME = "left-by-the-first-task"
# Within which Node opens its inspector.
INSPECTOR_SECONDS = 3
INSPECTOR_PORT = 9229
KEYCTL = {"x86_64": 250, "aarch64": 219}
ROOT = os.getcwd().split("/attempts/")[0]
found = set()


def content(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def may_signal(pid):
    try:
        os.kill(pid, 0)
        return True
    except OSError:
        return False


def note(leak, is_open):
    if is_open:
        found.add(leak)


def look_at_processes():
    for directory in glob.glob("/proc/[0-9]*"):
        pid = int(directory[len("/proc/") :])
        command = content(f"{directory}/cmdline")
        if pid == os.getpid():
            continue
        note("environment", CANARY in content(f"{directory}/environ"))
        note("command-line", CANARY in command)
        note("signals", CANARY in command and may_signal(pid))
        for thread in glob.glob(f"{directory}/task/[0-9]*/cmdline"):
            note("survivor", HIDDEN in content(thread))


def inspector_listens(pid):
    sockets = set()
    for descriptor in glob.glob(f"/proc/{pid}/fd/*"):
        try:
            sockets.add(os.readlink(descriptor))
        except OSError:
            pass
    rows = [row.split() for row in content("/proc/net/tcp").decode().splitlines()[1:]]
    return any(row[1].endswith(f":{INSPECTOR_PORT:04X}") and f"socket:[{row[9]}]" in sockets for row in rows)


def look_at_runner():
    for name in ("token", "key.pem"):
        note("identity", content(os.path.join(ROOT, name)) != b"")
    runner = os.getppid()
    if runner == 0 or not may_signal(runner):
        return
    found.add("runner")
    program = os.path.basename(os.readlink(f"/proc/{runner}/exe"))
    if program not in ("node", "switchyard-runner"):
        print("FOUND no runner but", program)
        return
    os.kill(runner, signal.SIGUSR1)
    deadline = time.monotonic() + INSPECTOR_SECONDS
    while "inspector" not in found and time.monotonic() < deadline:
        note("inspector", inspector_listens(runner))
        time.sleep(0.1)


def look_at_files():
    for attempt in range(1000):
        for part in ("repository", "home"):
            note("files", CANARY in content(f"{ROOT}/attempts/{attempt}/{part}/{NAME}"))
    for directory in ("/tmp", "/var/tmp", "/dev/shm"):
        note("temporary-files", CANARY in content(os.path.join(directory, NAME)))
    note("lock-files", CANARY in content(f"/run/lock/{NAME}"))


def look_at_objects():
    libc = ctypes.CDLL(None, use_errno=True)
    note("shared-memory", libc.shmget(0xAA, 4096, 0) >= 0)
    note("message-queue", libc.mq_open(b"/" + NAME.encode(), os.O_RDWR) >= 0)
    search, user_keyring = 10, -4
    note("keys", libc.syscall(KEYCTL[platform.machine()], search, user_keyring, b"user", NAME.encode(), 0) >= 0)


look_at_processes()
look_at_runner()
look_at_files()
look_at_objects()
for leak in sorted(found):
    print("FOUND", leak)
print("uid", os.getuid())
print("looked")
