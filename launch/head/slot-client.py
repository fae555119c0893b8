# SPDX-License-Identifier: Apache-2.0
"""Runs a Hadoop client in a slot of the cluster's client pool, or in a JVM of its own when no slot takes it:

  python3 -I -S -X utf8 slot-client.py POOL_DIR CONF_DIR VERBOSE NUMBER COLD… -- OPTION… -- MAIN_CLASS ARGUMENT…

POOL_DIR is the directory of the pool, CONF_DIR the HADOOP_CONF_DIR. With VERBOSE 1 one line says why the client gets
no slot. COLD are the NUMBER words of the command that runs a client in its own JVM, up to the main class; OPTION are
the options of the JVM. The environment, the directory, the file mode mask and the descriptors 0, 1 and 2 are the
caller's. The exit status is the client's.

The slot decides whether it can run the program; this file says what the command asks for. The messages are those of
org.hpcreuse.protocol.wire. A JVM with JNA takes a quarter of a second to start and could not pass descriptors without
it. So each import counts here, -I and -S keep Python from reading its site's files, and no class of the standard
library is used that has a cheaper twin.
"""
import os
import signal

NAMES = {signal.SIGHUP: "HUP", signal.SIGINT: "INT", signal.SIGQUIT: "QUIT", signal.SIGTERM: "TERM"}
SIGNALS = set()
# Each signal that comes writes its number there, also right before a wait.
WAKE, wake_end = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
signal.set_wakeup_fd(wake_end)
# Not taken when the caller ignores them (nohup, a background job): the program ignores them, too.
TAKEN = [number for number in NAMES if signal.getsignal(number) != signal.SIG_IGN]
for taken in TAKEN:
    signal.signal(taken, lambda number, frame: None)

import select
import socket
import struct
import sys
import time

OLDEST_PYTHON = (3, 9)

MAGIC = 0x48505255
VERSION = 14
HEADER = struct.Struct(">IHHI")
LARGEST = 4 << 20

# Numbers of messages, as in MessageTable.
CODES = {
    "Hello": 1, "Welcome": 2, "Refused": 3, "Ping": 5, "Pong": 6, "Launch": 10, "Assigned": 11, "Exited": 12,
    "Collected": 13, "Declined": 14, "Reattach": 15, "Signal": 16, "Fork": 18,
}
MESSAGES = {code: name for name, code in CODES.items()}

HEAP_MB = 512
# How long a client waits for a slot; a JVM of its own takes some seconds.
HOLD_MS = 300
# For each answer of the pool manager that takes it no time, and for it to take a connection or a message.
ANSWER_SECONDS = 5
# How often the pool manager is asked whether its loop turns, and after how long without an answer it is silent.
ASK_SECONDS = 2
SILENT_SECONDS = 10
# A longer pause between two looks at the clock is one in which this process was stopped, or the machine slept.
LONGEST_LOOK = 2
# How long a wait lasts when nothing happens; shorter than the longest look.
WAIT_MS = 1000
# How long the program is looked for when the pool manager has gone; its keeper starts another in two or three.
SEARCH_SECONDS = 20
SEARCH_PAUSE = 0.1
# How long the process of a lost slot may take to be gone after SIGKILL, and how often that is looked at.
GONE_SECONDS = 10
GONE_LOOK = 0.05

EXIT_FAILED = 1
EXIT_NOT_FOUND = 127


class Broken(Exception):
    """The pool, or a connection to it, is not what it should be; the text says why."""


def reason_of(error):
    """What has happened, without the number that Python puts before it."""
    if isinstance(error, OSError) and error.strerror:
        name = error.filename
        return "%s: %s" % (os.fsdecode(name), error.strerror) if name else error.strerror
    return str(error)


def say(text):
    try:
        os.write(2, ("hpc-reuse: %s\n" % text).encode(errors="surrogateescape"))
    except OSError:
        pass  # who does not read it anymore need not be told


def first_line(file):
    with open(file, "rb", buffering=0) as source:
        return source.read(4096).split(b"\n")[0]


class Clock:
    """Stands still while this process is stopped (Ctrl-Z): the manager's answers wait for it then."""

    def __init__(self):
        self.awake, self.looked = 0.0, time.monotonic()

    def now(self):
        moment = time.monotonic()
        self.awake += min(moment - self.looked, LONGEST_LOOK)
        self.looked = moment
        return self.awake


CLOCK = Clock()


def is_ready(descriptor, wait_ms):
    """Whether there is something to read, or its end, within so many milliseconds."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(wait_ms))


# --- Messages ---


def text(value):
    return struct.pack(">I", len(value)) + value


def texts(values):
    return struct.pack(">I", len(values)) + b"".join(map(text, values))


def pairs(values):
    return struct.pack(">I", len(values)) + b"".join(text(name) + text(value) for name, value in values.items())


def frame(name, payload=b""):
    if len(payload) > LARGEST:
        raise Broken("%s has %d bytes, more than %d" % (name, len(payload), LARGEST))
    return HEADER.pack(MAGIC, VERSION, CODES[name], len(payload)) + payload


class Payload:
    """Reads the components of a message one after the other."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def number(self, kind):
        (value,) = struct.unpack_from(">" + kind, self.data, self.at)
        self.at += struct.calcsize(">" + kind)
        return value

    def text(self):
        length = self.number("I")
        self.at += length
        return self.data[self.at - length:self.at].decode(errors="replace")


class Pool:
    """The client pool, which must belong to this user. Raises Broken or OSError when there is none."""

    def __init__(self, directory):
        self.directory = directory
        file = directory + b"/pool.properties"
        with open(file, "rb", buffering=0) as source:
            lines = source.read().split(b"\n")
        key = b"hpc-reuse.pool.socket="
        self.socket = next((line[len(key):] for line in lines if line.startswith(key)), b"")
        if not self.socket:
            raise Broken("%s names no socket" % os.fsdecode(file))
        secret = directory + b"/secret"
        self.secret = first_line(secret)
        if not all(os.stat(own).st_uid == os.geteuid() for own in (secret, self.socket)):
            raise Broken("the pool in %s belongs to another user" % os.fsdecode(directory))

    def complain(self):
        """The manager's keeper asks it then by itself."""
        try:
            os.close(os.open(self.directory + b"/manager.silent", os.O_CREAT | os.O_WRONLY, 0o666))
        except OSError:
            pass  # without its directory the pool has no keeper


class Connection:
    """One to the pool manager, greeted. Raises Broken or OSError whenever it does not go on."""

    def __init__(self, pool):
        self.pool, self.received = pool, b""
        self.socket = socket.socket(socket.AF_UNIX)
        # It bounds connect(), too, when the manager takes nobody.
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", ANSWER_SECONDS, 0))
        try:
            self.socket.connect(pool.socket)
        except OSError as error:
            raise Broken("%s: %s" % (os.fsdecode(pool.socket), reason_of(error)))
        self.send("Hello", text(b"EXECUTOR") + struct.pack(">q", os.getpid()) + text(pool.secret))
        name, payload = self.answer()
        if name == "Refused":
            raise Broken("the pool refuses: " + payload.text())
        if name != "Welcome":
            raise Broken("the pool manager answers Hello with " + name)

    def send(self, name, payload=b""):
        self.send_frame(frame(name, payload))

    def send_frame(self, data):
        try:
            self.socket.sendall(data)
        except OSError as error:
            raise Broken("the pool manager takes nothing: " + reason_of(error))

    def message(self):
        """Name and payload of a message that has come, or nothing."""
        if len(self.received) < HEADER.size:
            return None
        magic, version, code, length = HEADER.unpack_from(self.received)
        if magic != MAGIC or version != VERSION or length > LARGEST:
            raise Broken("the pool speaks another protocol")
        end = HEADER.size + length
        if len(self.received) < end:
            return None
        payload, self.received = self.received[HEADER.size:end], self.received[end:]
        return MESSAGES.get(code, "message %d" % code), Payload(payload)

    def fill(self):
        """Reads what is there; to be called when something is."""
        more = self.socket.recv(65536)
        if not more:
            raise Broken("the pool manager has gone")
        self.received += more

    def drain(self):
        """Reads all that is there, without a wait; messages that have come count even at a broken connection."""
        try:
            while is_ready(self.socket, 0):
                self.fill()
        except (Broken, OSError):
            pass  # its end, which the caller knows

    def answer(self):
        deadline = CLOCK.now() + ANSWER_SECONDS
        while True:
            found = self.message()
            if found:
                return found
            if CLOCK.now() > deadline:
                self.pool.complain()
                raise Broken("the pool manager does not answer within %d s" % ANSWER_SECONDS)
            if is_ready(self.socket, WAIT_MS):
                self.fill()


# --- The command ---


class Command:
    """What the caller has asked for, to the byte. The environment is that of the process's start: Python changes its
    own in the C locale."""

    def __init__(self, words):
        self.pool_dir, self.conf_dir, verbose, number = words[:4]
        self.verbose = verbose == b"1"
        self.cold = words[4:4 + int(number)]
        rest = words[5 + int(number):]
        end = rest.index(b"--")
        self.options = rest[:end]
        self.main_class, self.arguments = rest[end + 1], rest[end + 2:]
        with open("/proc/self/environ", "rb") as source:
            lines = source.read().split(b"\0")
        self.environment = dict(line.split(b"=", 1) for line in lines if b"=" in line[1:])
        self.class_path = self.environment.get(b"HADOOP_CLASSPATH", b"")
        self.directory = os.readlink(b"/proc/self/cwd")
        self.umask = os.umask(0o077)
        os.umask(self.umask)
        self.id = b"client_%d_%d" % (os.getpid(), time.time())

    def obstacle(self):
        """What this process cannot give to a slot, or nothing."""
        for word in self.options + self.arguments + [self.class_path]:
            # The shell's <(command), for example.
            if b"/dev/fd/" in word or b"/proc/self/" in word:
                return "an argument names a descriptor"
        variables = list(self.environment) + list(self.environment.values())
        try:
            for word in variables + self.options + self.arguments + [self.directory]:
                word.decode()
        except UnicodeDecodeError:
            return "a text of the command is not UTF-8"
        return "" if os.path.isdir(self.directory) else "the working directory is gone"

    def launch(self, name):
        """The message that asks for a slot, which gets the descriptors on the socket of this name."""
        entries = [self.conf_dir, b"framework:"] + (self.class_path.split(b":") if self.class_path else [])
        no_request = texts([]) + texts([]) + text(b"GO_ON") + texts([])
        client = b"\1" + text(name) + struct.pack(">i", self.umask) + texts(self.options)
        program = (
            pairs(self.environment) + pairs({}) + texts(entries) + text(self.main_class) + texts(self.arguments)
            + text(b"") + text(b"") + no_request + client
        )
        spec = text(self.id) + text(self.directory) + struct.pack(">i?", HEAP_MB, False) + text(program)
        return frame("Launch", spec + struct.pack(">q", HOLD_MS))

    def run_cold(self, reason):
        """A JVM in the place of this process. Signals that have come meanwhile end it first."""
        if self.verbose:
            say("hadoop: in a JVM of its own: " + reason)
        for number in TAKEN:
            signal.signal(number, signal.SIG_DFL)
        for number in signals():
            os.kill(os.getpid(), number)
        # Python ignores these.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        try:
            os.execvpe(self.cold[0], self.cold + [self.main_class] + self.arguments, self.environment)
        except OSError as error:
            say("hadoop: %s: %s" % (os.fsdecode(self.cold[0]), error.strerror))
            os._exit(EXIT_NOT_FOUND)


def signals():
    """Those that have come and that the pool does not know of yet; the caller removes them."""
    try:
        SIGNALS.update(os.read(WAKE, 4096))
    except BlockingIOError:
        pass  # none since the last time
    return SIGNALS


# --- The program ---


class Slot:
    """The slot that has the program, as the manager tells of it."""

    def __init__(self, payload):
        payload.text()
        self.lease = payload.number("q")
        payload.number("i")
        self.pid, self.start = payload.number("q"), payload.number("q")

    def end(self):
        """Ends its process when no manager answers for it: the program could go on after its client. A process that
        does not hold this client's descriptors does not run its program, and never will. What has been done, in
        words."""
        if not self.pid or start_of(self.pid) != self.start or not holds_descriptors(self.pid):
            return ""
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass  # it has ended by itself
        deadline = CLOCK.now() + GONE_SECONDS
        while start_of(self.pid) == self.start:
            if CLOCK.now() > deadline:
                return "; its slot's process %d is not gone %d s after SIGKILL" % (self.pid, GONE_SECONDS)
            time.sleep(GONE_LOOK)
        return "; no manager has ended it, so process %d is killed" % self.pid


def start_of(pid):
    """When that process was started, in ticks; -1 when it is gone, even if nobody has waited for it."""
    try:
        with open("/proc/%d/stat" % pid, "rb", buffering=0) as source:
            fields = source.read(4096).rpartition(b")")[2].split()
    except OSError:
        return -1
    return -1 if len(fields) < 20 or fields[0] in (b"Z", b"X") else int(fields[19])


def holds_descriptors(pid):
    """Whether 0, 1 and 2 are there what they are here."""
    try:
        return all(os.path.samefile("/proc/self/fd/%d" % n, "/proc/%d/fd/%d" % (pid, n)) for n in (0, 1, 2))
    except OSError:
        return False


class Client:
    """The program's life as seen from here: from the request to the exit status."""

    def __init__(self, command, pool, manager):
        self.command, self.pool, self.manager = command, pool, manager
        self.slot = None
        # When the manager has last said something, and since when it owes an answer.
        self.heard, self.asked = CLOCK.now(), None
        # In the abstract namespace, which leaves no file behind.
        name = b"hpc-reuse-client-%d-" % os.getpid() + os.urandom(16).hex().encode()
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_NONBLOCK)
        self.listener.bind(b"\0" + name)
        self.listener.listen(1)
        self.name = name

    def follow(self):
        try:
            launch = self.command.launch(self.name)
        except Broken as error:
            run_cold_counted(self.command, self.manager, "launch-too-large", str(error))
        lost = self.attempt(lambda: self.manager.send_frame(launch))
        while True:
            lost = lost or self.attempt(self.pass_signals)
            if lost:
                # A status that has come is the program's, whatever broke after it.
                self.look_back()
            lost = self.attempt(self.take_messages) or lost
            if lost:
                self.search(lost)
                lost = ""
            else:
                lost = self.attempt(self.wait) or self.attempt(self.ask)

    @staticmethod
    def attempt(work):
        """Why that did not go on, or nothing."""
        try:
            work()
            return ""
        except (Broken, OSError) as error:
            return reason_of(error)

    def take_messages(self):
        found = self.manager.message()
        while found:
            name, payload = found
            if name == "Pong":
                self.heard, self.asked = CLOCK.now(), None
            elif name == "Assigned":
                self.slot = Slot(payload)
            elif name == "Exited":
                self.end(payload)
            elif name == "Declined":
                self.decline(payload)
            else:
                give_up("the pool manager answers with " + name + self.end_slot())
            found = self.manager.message()

    def end(self, payload):
        payload.text()
        lease, status, diagnostics = payload.number("q"), payload.number("i"), payload.text()
        self.attempt(lambda: self.manager.send("Collected", text(self.command.id) + struct.pack(">q", lease)))
        if diagnostics:
            say(diagnostics)
        os._exit(status)

    def decline(self, payload):
        payload.text()
        lease, reason, detail = payload.number("q"), payload.text(), payload.text()
        if self.slot and not lease:
            give_up(detail)
        run_cold_counted(self.command, self.manager, reason.lower().replace("_", "-"), detail)

    def wait(self):
        """Until the manager, a slot or a signal needs something."""
        poll = select.poll()
        for descriptor in (self.manager.socket.fileno(), self.listener.fileno(), WAKE):
            poll.register(descriptor, select.POLLIN)
        ready = {descriptor for descriptor, _ in poll.poll(WAIT_MS)}
        if self.listener.fileno() in ready:
            self.attempt(self.give_descriptors)
        if self.manager.socket.fileno() in ready:
            self.manager.fill()

    def give_descriptors(self):
        """Sends 0, 1 and 2 to who has connected, if that is a process of this user."""
        peer, _ = self.listener.accept()
        with peer:
            credentials = peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("iII"))
            if struct.unpack("iII", credentials)[1] == os.geteuid():
                rights = struct.pack("iii", 0, 1, 2)
                peer.sendmsg([b"F"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)])

    def ask(self):
        """Asks from time to time whether the manager's loop turns."""
        now = CLOCK.now()
        if self.asked is not None:
            if now - self.asked >= SILENT_SECONDS:
                self.pool.complain()
                raise Broken("the pool manager has not answered for %d s" % SILENT_SECONDS)
        elif now - self.heard >= ASK_SECONDS:
            self.asked = now
            self.manager.send("Ping")

    def pass_signals(self):
        """Each on a connection of its own, as the protocol has it."""
        for number in sorted(signals()):
            connection = Connection(self.pool)
            connection.send("Signal", text(self.command.id) + text(NAMES[number].encode()))
            connection.answer()
            connection.socket.close()
            SIGNALS.discard(number)

    def look_back(self):
        """Reads what has come on a connection that is given up. Without a slot it takes the request back: the manager
        looks at the end of this side after it has told of a slot and before it tells the slot. So no slot gets the
        program, unless word of one has come before."""
        if not self.slot:
            self.attempt(lambda: self.manager.socket.shutdown(socket.SHUT_WR))
        self.manager.drain()

    def search(self, why):
        """Finds the program at the manager that has taken the place of the one before."""
        self.manager.socket.close()
        if not self.slot:
            self.command.run_cold("pool-down: " + why)
        deadline = CLOCK.now() + SEARCH_SECONDS
        while CLOCK.now() <= deadline and os.path.exists(self.pool.socket):
            if not self.attempt(self.reattach):
                return
            time.sleep(SEARCH_PAUSE)
        give_up(why + self.end_slot())

    def reattach(self):
        manager = Connection(self.pool)
        manager.send("Reattach", text(self.command.id) + struct.pack(">qq", self.slot.lease, self.slot.pid))
        self.manager = manager
        self.heard, self.asked = CLOCK.now(), None

    def end_slot(self):
        return self.slot.end() if self.slot else ""


def give_up(why):
    say("hadoop: the slot of this client is lost, and its program with it: " + why)
    os._exit(EXIT_FAILED)


def run_cold_counted(command, manager, reason, detail):
    """The pool counts the reason."""
    try:
        key = reason.upper().replace("-", "_").encode()
        manager.send("Fork", text(command.id) + b"\1" + text(key) + struct.pack(">i", 0))
        manager.answer()
    except (Broken, OSError):
        pass  # a pool that has gone counts nothing
    command.run_cold("%s: %s" % (reason, detail))


def main():
    command = Command([os.fsencode(word) for word in sys.argv[1:]])
    if sys.version_info < OLDEST_PYTHON:
        command.run_cold("python3 is older than %d.%d" % OLDEST_PYTHON)
    try:
        pool = Pool(command.pool_dir)
        manager = Connection(pool)
    except (Broken, OSError) as error:
        command.run_cold("pool-down: " + reason_of(error))
    obstacle = command.obstacle()
    if obstacle:
        run_cold_counted(command, manager, "process-context", obstacle)
    Client(command, pool, manager).follow()


main()
