#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tries every listening socket of a cluster as another user: strangers.py DIRECTORY PAGE UID.

DIRECTORY is part of the command line, the environment or the working directory of each process of
the cluster; what these have started belongs to it, too, as far as it runs as the owner of DIRECTORY:
the scheduler's own daemons do not. PAGE is a descriptor of the page with the table «Ports and
sockets».
The script looks for new sockets all the time, until SIGTERM. It connects to each as UID, says what
a client of Hadoop, a browser and somebody with a wrong secret would say, and listens for an answer.
Then it prints a line for each socket, and ends with status 1 when a stranger has got something, when a
socket is not in the table, or when no attempt could be made. A socket that was closed before anybody
could talk to it is «gone», and proves nothing.

Needs root: only root can be somebody else.
"""

import ast
import os
import re
import signal
import socket
import struct
import sys
import threading
import time

ANSWER_SECONDS = 2.0
LOOK_SECONDS = 0.1
GONE = "gone"
LISTENING = "0A"
ACCEPTS = 0x10000

# Words that each port of ours would answer if it believed the caller.
HADOOP = b"hrpc\x09\x00\xdf" + struct.pack(">I", 0)
BROWSER = b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer wrong\r\n\r\n"
SECRET = b"HPCR" + bytes(range(200))
SAYINGS = {"hadoop": HADOOP, "browser": BROWSER, "secret": SECRET}

# How a process of Java is called in the table, by a word of its command line.
KINDS = {
    "org.apache.hadoop.hdfs.server.namenode.NameNode": "NameNode",
    "org.apache.hadoop.hdfs.server.datanode.DataNode": "DataNode",
    "org.apache.hadoop.yarn.server.resourcemanager.ResourceManager": "ResourceManager",
    "org.apache.hadoop.yarn.server.nodemanager.NodeManager": "NodeManager",
    "org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer": "JobHistoryServer",
    "org.hpcreuse.pool.manager.ManagerMain": "pool manager",
    "org.hpcreuse.pool.slot.SlotMain": "slot",
    "org.apache.hadoop.mapreduce.v2.app.MRAppMaster": "forked ApplicationMaster",
}


def read(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def words_of(pid):
    return read(f"/proc/{pid}/cmdline").decode(errors="replace").split("\0")


def real_user_of(pid):
    status = re.search(rb"^Uid:\s+(\d+)", read(f"/proc/{pid}/status"), re.MULTILINE)
    return int(status[1]) if status else None


def processes(mark):
    """The pids of the cluster, which are those of one user."""
    parents, owners, words, found = {}, {}, {}, set()
    try:
        owner = os.stat(mark).st_uid
    except FileNotFoundError:
        return found
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        pid = int(name)
        stat = read(f"/proc/{pid}/stat").rpartition(b") ")[2].split()
        if not stat or pid == os.getpid():
            continue
        parents[pid] = int(stat[1])
        owners[pid] = real_user_of(pid)
        words[pid] = words_of(pid)
        try:
            cwd = os.readlink(f"/proc/{pid}/cwd")
        except OSError:
            cwd = ""
        if mark in " ".join(words[pid]) or mark in cwd or mark.encode() in read(f"/proc/{pid}/environ"):
            found.add(pid)
    found -= {os.getppid()}
    grown = True
    while grown:
        grown = False
        for pid, parent in parents.items():
            if parent in found and pid not in found and pid != os.getpid():
                found.add(pid)
                grown = True
    return {pid for pid in found if owners[pid] == owner}


def kind_of(words):
    program = os.path.basename(words[0])
    if program == "java":
        return next((KINDS[word] for word in words if word in KINDS), "java")
    if program in ("perl", "bash", "sh") or program.startswith("python3"):
        return next((os.path.basename(word) for word in words[1:] if "/" in word), program)
    return program


def address_of(text):
    host, port = text.split(":")
    if len(host) == 8:
        ip = socket.inet_ntop(socket.AF_INET, bytes.fromhex(host)[::-1])
    else:
        raw = bytes.fromhex(host)
        ip = socket.inet_ntop(socket.AF_INET6, b"".join(raw[i : i + 4][::-1] for i in (0, 4, 8, 12)))
    return ip, int(port, 16)


def listening():
    """By inode: (family, address)."""
    sockets = {}
    # On another host this process has no place in /proc; the first process has.
    net = "/proc/self/net" if os.path.exists("/proc/self") else "/proc/1/net"
    for table in ("tcp", "tcp6"):
        for line in read(f"{net}/{table}").decode().splitlines()[1:]:
            fields = line.split()
            if fields[3] == LISTENING:
                sockets[fields[9]] = ("tcp", address_of(fields[1]))
    for line in read(f"{net}/unix").decode(errors="replace").splitlines()[1:]:
        fields = line.split(None, 7)
        if int(fields[3], 16) & ACCEPTS and len(fields) > 7:
            sockets[fields[6]] = ("unix", fields[7])
    return sockets


def owners(pids):
    """By inode: the pid that has the socket open."""
    found = {}
    for pid in pids:
        try:
            descriptors = os.listdir(f"/proc/{pid}/fd")
        except OSError:
            continue
        for descriptor in descriptors:
            try:
                link = os.readlink(f"/proc/{pid}/fd/{descriptor}")
            except OSError:
                continue
            if link.startswith("socket:["):
                found[link[8:-1]] = pid
    return found


def scope_of(family, address):
    if family == "unix":
        return "abstract" if address.startswith("@") else "file"
    ip = address[0]
    if ip in ("0.0.0.0", "::"):
        return "all addresses"
    return "loopback" if ip.startswith("127.") or ip in ("::1", "::ffff:127.0.0.1") else "one address"


def reach(family, address):
    """A connection."""
    if family == "unix":
        ways = [(socket.AF_UNIX, "\0" + address[1:] if address.startswith("@") else address)]
    elif ":" in address[0]:
        # A port of all addresses listens on those of IPv4, too; a host may have no others.
        ways = [(socket.AF_INET6, ({"::": "::1"}.get(address[0], address[0]), address[1]))]
        if address[0] == "::":
            ways.append((socket.AF_INET, ("127.0.0.1", address[1])))
    else:
        ways = [(socket.AF_INET, ({"0.0.0.0": "127.0.0.1"}.get(address[0], address[0]), address[1]))]
    for number, (kind, to) in enumerate(ways, 1):
        connection = socket.socket(kind)
        connection.settimeout(ANSWER_SECONDS)
        try:
            connection.connect(to)
            return connection
        except OSError:
            connection.close()
            if number == len(ways):
                raise
    raise AssertionError(address)


def converse(family, address, words):
    """How the conversation ends with somebody who says these words, and what the other side sends."""
    heard = b""
    try:
        conversation = reach(family, address)
    except PermissionError:
        return "no permission", heard
    except (ConnectionRefusedError, ConnectionResetError, FileNotFoundError, TimeoutError, socket.timeout):
        return GONE, heard
    with conversation:
        try:
            conversation.sendall(words)
            deadline = time.monotonic() + ANSWER_SECONDS
            while time.monotonic() < deadline and len(heard) < 1024:
                more = conversation.recv(1024)
                if not more:
                    break
                heard += more
        except ConnectionError:
            return "closed", heard
        except (TimeoutError, socket.timeout):
            return "silence", heard
        return "closed", heard


def as_user(user, family, address):
    """Begins to talk in a child that is another user; (pid, where it writes what was heard)."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
        answers = {}
        try:
            answers = {name: converse(family, address, words) for name, words in SAYINGS.items()}
        except OSError as error:
            print(f"{family} {address}: {error}", file=sys.stderr, flush=True)
        finally:
            os.write(writing, repr(answers).encode())
            os._exit(0)
    os.close(writing)
    return child, reading


def rows_of(page):
    """(process, kind, address, what a stranger gets) of each row of the table."""
    rows, inside = [], False
    with open(int(page), encoding="utf-8") as file:
        for line in file:
            if line.startswith("#"):
                inside = line.strip().endswith("Ports and sockets")
            elif inside and line.startswith("| ") and not line.startswith("| process"):
                cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
                for process in cells[0].split(", "):
                    rows.append((process, cells[2], cells[3], cells[-1]))
    if not rows:
        sys.exit("the page has no table «Ports and sockets»")
    return rows


def expected(rows, kind, family, scope):
    return [row for row in rows if row[:3] == (kind, family, scope)]


def is_allowed(rows, heard):
    """Whether one of the rows tells how each answer begins."""
    beginnings = [row[3].strip("`").encode() for row in rows]
    return any(all(said.startswith(words) for _, said in heard.values()) for words in beginnings)


def main():
    mark, page, user = sys.argv[1], sys.argv[2], int(sys.argv[3])
    rows = rows_of(page)
    seen, running, results = {}, {}, {}
    end = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: end.set())
    while not end.is_set() or running:
        time.sleep(LOOK_SECONDS)
        if not end.is_set():
            pids = processes(mark)
            sockets = listening()
            for inode, pid in owners(pids).items():
                if inode in sockets and inode not in seen and inode not in running:
                    family, address = sockets[inode]
                    # By its words of now: it may have become another program, or be gone.
                    words = words_of(pid)
                    if words != [""]:
                        seen[inode] = (kind_of(words), pid, family, address)
                        running[inode] = as_user(user, family, address)
        for inode, (child, reading) in list(running.items()):
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                results[inode] = os.read(reading, 1 << 16).decode() if status == 0 else "{}"
                os.close(reading)
                del running[inode]
    bad = 0
    for inode, (kind, pid, family, address) in seen.items():
        scope = scope_of(family, address)
        matching = expected(rows, kind, family, scope)
        answers = ast.literal_eval(results[inode])
        heard = {name: answer for name, answer in answers.items() if answer[1]}
        verdict = "fine"
        if not answers:
            verdict = "THE STRANGER HAS FAILED"
        elif not matching:
            verdict = "NOT IN THE TABLE"
        elif heard and not is_allowed(matching, heard):
            verdict = "A STRANGER IS HEARD"
        elif all(end == GONE for end, _ in answers.values()):
            verdict = "gone"
        bad += verdict not in ("fine", "gone")
        ends = " ".join(f"{name}={end}" + (f":{said[:40]!r}" if said else "") for name, (end, said) in answers.items())
        print(verdict, kind, pid, family, scope, address, ends, sep="\t")
    sys.exit(1 if bad else 0)


main()
