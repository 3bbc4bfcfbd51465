"""The first task: leaves its name in every place that another one could look at, then waits to be stopped."""

import ctypes
import os
import platform
import sys

CANARY = "canary-of-the-first-task"
HIDDEN = "canary-that-hides"
NAME = "left-by-the-first-task"
# Both end by themselves, where nothing ends them.
LIFE_SECONDS = 300
# Ends its first thread and goes on in another one.
THREAD = f"""
import ctypes, threading, time
threading.Thread(target=lambda: time.sleep({LIFE_SECONDS})).start()
ctypes.CDLL(None).pthread_exit(0)
"""
# Is another process at each moment.
CHAIN = f"""
import os, time
end = time.monotonic() + {LIFE_SECONDS}
while time.monotonic() < end:
    if os.fork(): os._exit(0)
    os.setsid()
    time.sleep(0.01)
"""
STAY = "import time; print('left', flush=True); time.sleep(600)"
ADD_KEY = {"x86_64": 248, "aarch64": 217}


def hide(program):
    """Starts a program that has no parent, session, directory, output or variable of this task."""
    if os.fork():
        return
    os.setsid()
    if os.fork():
        os._exit(0)
    os.chdir("/")
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(3):
        os.dup2(nothing, descriptor)
    os.execve(sys.executable, [sys.executable, "-c", program, HIDDEN], {})


def leave_files():
    for directory in (".", os.environ["HOME"], "/tmp", "/var/tmp", "/dev/shm", "/run/lock"):
        try:
            with open(os.path.join(directory, NAME), "w") as file:
                file.write(CANARY)
            os.chmod(file.name, 0o644)
        except OSError:
            pass


def leave_objects():
    libc = ctypes.CDLL(None, use_errno=True)
    libc.shmget(0xAA, 4096, 0o1600)
    libc.mq_open(b"/" + NAME.encode(), os.O_CREAT | os.O_RDWR, 0o600, None)
    for ring in (-4, -5):
        libc.syscall(ADD_KEY[platform.machine()], b"user", NAME.encode(), CANARY.encode(), len(CANARY), ring)


leave_files()
leave_objects()
for program in (THREAD, CHAIN):
    hide(program)
print("uid", os.getuid(), flush=True)
os.execve(sys.executable, [sys.executable, "-c", STAY, CANARY], {**os.environ, "LEFT": CANARY})
