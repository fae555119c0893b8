# SPDX-License-Identifier: Apache-2.0
"""A pool manager for slot-client.py without anything behind it: scripted_manager.py POOL_DIR SCRIPT [SLOT_PID]

It gives a client the process SLOT_PID for a slot, and does what SCRIPT says:

  lose   removes its socket and hangs up
  stop   stops the client (SIGSTOP) at its first question, answers it, lets the client go on after SECONDS, and says
         then that the program has ended with status 7
  signal sends the client SIGTERM, waits until it passes the signal on, and says that the program has ended with 143
  end    says that the program has ended with status 7 and hangs up for good, while the client has a signal to pass on
  refuse declines as a slot does that has looked at the command

What clients send is in POOL_DIR/heard, one name of a message in a line, and the last launch in POOL_DIR/launch.
"""
import os
import signal
import socket
import struct
import sys
import time

MAGIC = 0x48505255
VERSION = int(os.environ["PROTOCOL_VERSION"])
NAMES = {1: "Hello", 5: "Ping", 10: "Launch", 13: "Collected", 15: "Reattach", 16: "Signal", 18: "Fork"}
WELCOME, DONE, PONG, ASSIGNED, EXITED, DECLINED = 2, 4, 6, 11, 12, 14
LEASE = 7
# More than a client waits for an answer.
SECONDS = 12

pool, script, slot = sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 0


def text(value):
    return struct.pack(">I", len(value)) + value


def send(connection, code, payload=b""):
    connection.sendall(struct.pack(">IHHI", MAGIC, VERSION, code, len(payload)) + payload)


def receive(connection):
    head = connection.recv(12, socket.MSG_WAITALL)
    if len(head) < 12:
        return "end", b""
    _, _, code, length = struct.unpack(">IHHI", head)
    payload = connection.recv(length, socket.MSG_WAITALL) if length else b""
    name = NAMES.get(code, str(code))
    with open(pool + "/heard", "a") as heard:
        heard.write(name + "\n")
    return name, payload


def first_text(payload):
    (length,) = struct.unpack_from(">I", payload)
    return payload[4:4 + length]


def start_ticks(pid):
    with open("/proc/%d/stat" % pid) as stat:
        return int(stat.read().rpartition(")")[2].split()[19])


def greet(connection):
    """The client's pid."""
    _, hello = receive(connection)
    send(connection, WELCOME, struct.pack(">II", 512, 0))
    return struct.unpack_from(">q", hello, 4 + len(first_text(hello)))[0]


def end(connection, container, status):
    times = struct.pack(">qq", 1, 2)
    send(connection, EXITED, text(container) + struct.pack(">qi", LEASE, status) + text(b"") + times)


def until_stopped(pid):
    while True:
        with open("/proc/%d/stat" % pid) as stat:
            if stat.read().rpartition(")")[2].split()[0] == "T":
                return
        time.sleep(0.01)


def serve(connection):
    client = greet(connection)
    while True:
        name, payload = receive(connection)
        if name == "Launch":
            container = first_text(payload)
            with open(pool + "/launch", "wb") as launch:
                launch.write(payload)
            if script == "refuse":
                why = text(b"JVM_FLAG") + text(b"-Xss")
                send(connection, DECLINED, text(container) + struct.pack(">q", LEASE) + why)
                continue
            start = start_ticks(slot) if slot else 0
            send(connection, ASSIGNED, text(container) + struct.pack(">qiqq", LEASE, 0, slot, start))
            if script == "lose":
                os.unlink(path)
                return
            if script == "signal":
                os.kill(client, signal.SIGTERM)
                other, _ = listener.accept()
                greet(other)
                receive(other)
                send(other, DONE)
                end(connection, container, 143)
            elif script == "end":
                os.kill(client, signal.SIGSTOP)
                until_stopped(client)
                os.kill(client, signal.SIGTERM)
                end(connection, container, 7)
                os.unlink(path)
                listener.close()
                connection.close()
                os.kill(client, signal.SIGCONT)
                sys.exit()
        elif name == "Fork":
            send(connection, DONE)
        elif name == "Ping":
            os.kill(client, signal.SIGSTOP)
            send(connection, PONG)
            time.sleep(SECONDS)
            os.kill(client, signal.SIGCONT)
            end(connection, container, 7)
        else:
            return


path = pool + "/socket"
listener = socket.socket(socket.AF_UNIX)
listener.bind(path)
listener.listen(8)
with open(pool + "/manager.pid", "w") as pid_file:
    pid_file.write("%d\n" % os.getpid())
while script != "lose" or os.path.exists(path):
    caller, _ = listener.accept()
    serve(caller)
    caller.close()
