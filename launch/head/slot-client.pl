#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
# Runs a Hadoop client in a slot of the cluster's client pool, or in a JVM of its own when no slot can take it:
#
#   slot-client.pl POOL_DIR CONF_DIR MACHINE VERBOSE NUMBER COLD… -- OPTION… -- MAIN_CLASS ARGUMENT…
#
# POOL_DIR is the directory of the pool, CONF_DIR the HADOOP_CONF_DIR, MACHINE what «uname -m» says. With VERBOSE 1
# one line says why the client gets no slot. COLD are the NUMBER words of the command that runs a client in its own
# JVM, up to the main class; OPTION are the options of the JVM, of which a slot takes -DNAME=VALUE. The environment, the
# directory, the file mode mask and the descriptors 0, 1 and 2 are the caller's. The exit status is the client's.
#
# A JVM with JNA takes a quarter of a second to start; Perl takes a hundredth and can pass descriptors by itself. No
# module is used: each would cost more than this file. The messages are those of org.hpcreuse.protocol.wire.
use strict;
use warnings;

my $MAGIC   = 0x48505255;
my $VERSION = 12;
my $HEADER  = 12;
my $LARGEST = 4 << 20;

# Numbers of messages, as in MessageTable.
my %CODE = (
    Hello    => 1,
    Ping     => 5,
    Launch   => 10,
    Collected => 13,
    Reattach => 15,
    Signal   => 16,
    Fork     => 18,
);
my %NAME = (2 => 'Welcome', 3 => 'Refused', 4 => 'Done', 6 => 'Pong', 11 => 'Assigned', 12 => 'Exited', 14 => 'Declined');

# Of 64-bit Linux.
my %SENDMSG = (x86_64 => 46, aarch64 => 211);
my ($AF_UNIX, $SOCK_STREAM, $SOL_SOCKET, $SCM_RIGHTS, $SO_PEERCRED) = (1, 1, 1, 1, 17);

my $HEAP_MB = 512;
# How long a client waits for a slot; a JVM of its own takes some seconds.
my $HOLD_MS = 300;
# For each answer of the pool manager that takes it no time.
my $ANSWER_SECONDS = 5;
# How often the pool manager is asked whether its loop turns, and after how long without an answer it is silent.
my $ASK_SECONDS    = 2;
my $SILENT_SECONDS = 10;
# A longer pause between two looks at the clock is one in which this process was stopped, or the machine slept.
my $LONGEST_LOOK = 2;
# How long the program is looked for when the pool manager has gone; its keeper starts another in two or three.
my $SEARCH_SECONDS = 20;
my $SEARCH_PAUSE   = 0.1;
# How long the process of a lost slot may take to be gone after SIGKILL, and how often that is looked at.
my $GONE_SECONDS = 10;
my $GONE_LOOK    = 0.05;

my $EXIT_FAILED = 1;

# The JVM and the C library read these once, when a process starts.
my @OPTION_VARIABLES = qw(JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS);
my @PROCESS_VARIABLES = qw(LANG LC_ALL LC_CTYPE TZ LD_PRELOAD LD_AUDIT);

# The JDK reads these once, when it starts; a slot has the values of the second line.
my $STARTUP_PROPERTY  = qr/^(java|jdk|sun|com\.sun|user|file|line|path|os|native|stdout|stderr)\./;
my $SETTABLE_PROPERTY = qr/^java\.(io\.tmpdir$|security\.(krb5|auth)\.)/;
my %SLOT_VALUES = ('java.net.preferIPv4Stack' => 'true');

my ($pool_dir, $conf_dir, $machine, $verbose, $number) = splice @ARGV, 0, 5;
my @cold = splice @ARGV, 0, $number;
shift @ARGV;
my (@options, %properties);
push @options, shift @ARGV while $ARGV[0] ne '--';
shift @ARGV;
my ($main_class, @arguments) = @ARGV;

my ($pool_socket, $secret);
# Seconds in which this process was awake, at least 1, and the time when they were counted last.
my ($awake, $looked) = (1, time);
# When the manager has last said something, and when it was asked a question that it has not answered yet, in seconds
# of awake().
my ($heard, $asked);
my $id = sprintf 'client_%d_%d', $$, time;
# What the pool manager has sent and nobody has read yet, by connection.
my %received;
my %wanted_signals;

# Not taken when the caller ignores them (nohup, a background job): the program ignores them, too.
for my $signal (qw(HUP INT QUIT TERM)) {
    next if ($SIG{$signal} // '') eq 'IGNORE';
    $SIG{$signal} = sub { $wanted_signals{$signal} = 1 };
}

main();

sub main {
    my ($manager, $listener, $name);
    my $pool_answers = eval {
        read_pool();
        $manager = connect_pool();
        1;
    };
    cold('pool-down', $@) unless $pool_answers;
    my $obstacle = obstacle();
    cold_counted($manager, @$obstacle) if $obstacle;
    ($listener, $name) = listen_for_slot();
    my $frame = eval { launch($name) };
    cold_counted($manager, 'launch-too-large', $@) unless defined $frame;
    follow($manager, $listener, $frame);
}

# The pool's socket and secret; dies when there is no pool of this user.
sub read_pool {
    my $file = "$pool_dir/pool.properties";
    open my $in, '<', $file or die "$file: $!\n";
    while (<$in>) {
        $pool_socket = $1 if /^hpc-reuse\.pool\.socket=(.*)$/;
    }
    close $in;
    die "$file names no socket\n" unless $pool_socket;
    open $in, '<', "$pool_dir/secret" or die "$pool_dir/secret: $!\n";
    $secret = <$in>;
    close $in;
    die "the pool in $pool_dir belongs to another user\n" unless -O "$pool_dir/secret" && -O $pool_socket;
}

# Why this program must not run in a slot: reason and detail; nothing when it may.
sub obstacle {
    for my $name (@OPTION_VARIABLES) {
        return ['jvm-flag', "$name is set"] if length($ENV{$name} // '');
    }
    for my $option (@options) {
        my ($name, $value) = $option =~ /^-D([^=]+)=?(.*)$/s or return ['jvm-flag', 'HADOOP_OPTS or HADOOP_CLIENT_OPTS'];
        return ['startup-property', "-D$name is read only when a JVM starts"]
            if $name =~ $STARTUP_PROPERTY && $name !~ $SETTABLE_PROPERTY && ($SLOT_VALUES{$name} // "\0") ne $value;
        $properties{$name} = $value;
    }
    my $slots = environment_of_pool();
    return ['process-environment', 'the pool does not show its environment'] unless $slots;
    for my $name (@PROCESS_VARIABLES) {
        return ['process-environment', "$name differs from the pool's own"]
            if ($ENV{$name} // "\0") ne ($slots->{$name} // "\0");
    }
    return ['process-context', "descriptors cannot be passed on $machine"] unless $SENDMSG{$machine};
    for my $text (@arguments, $ENV{HADOOP_CLASSPATH} // '') {
        # The shell's <(command), for example.
        return ['process-context', 'an argument names a descriptor'] if $text =~ m{/dev/fd/|/proc/self/};
    }
    for my $text (%ENV, %properties, @arguments, working_directory()) {
        my $copy = $text;
        return ['process-context', 'a text of the command is not UTF-8'] unless utf8::decode($copy);
    }
    return ['process-context', 'the working directory is gone'] unless -d working_directory();
    return;
}

sub environment_of_pool {
    open my $in, '<', "$pool_dir/manager.pid" or return;
    my ($pid) = (<$in> // '') =~ /^(\d+)/;
    close $in;
    open $in, '<', "/proc/$pid/environ" or return;
    local $/;
    my %variables = map { /^([^=]+)=(.*)$/s ? ($1, $2) : () } split /\0/, <$in> // '';
    close $in;
    return \%variables;
}

sub working_directory {
    return readlink('/proc/self/cwd') // '';
}

# awake: a clock that stands still while this process is stopped (Ctrl-Z): the manager's answers wait for it then.
sub awake {
    my $now = time;
    my $more = $now - $looked;
    $looked = $now;
    $awake += $more < 0 ? 0 : $more > $LONGEST_LOOK ? $LONGEST_LOOK : $more;
    return $awake;
}

# --- Messages ---

sub text { return pack 'N/a*', $_[0] }
sub list { return pack('N', scalar @_) . join '', map { text($_) } @_ }

sub map_of {
    my %map = @_;
    return pack('N', scalar keys %map) . join '', map { text($_) . text($map{$_}) } keys %map;
}

sub frame {
    my ($name, $payload) = @_;
    die sprintf("%s has %d bytes, more than %d\n", $name, length $payload, $LARGEST) if length $payload > $LARGEST;
    return pack('NnnN', $MAGIC, $VERSION, $CODE{$name}, length $payload) . $payload;
}

sub launch {
    my ($name) = @_;
    my @class_path = ($conf_dir, 'framework:');
    push @class_path, split /:/, $ENV{HADOOP_CLASSPATH}, -1 if length($ENV{HADOOP_CLASSPATH} // '');
    my $program = map_of(%ENV) . map_of(%properties) . list(@class_path) . text($main_class) . list(@arguments)
        . text('') . text('') . list() . list() . text('GO_ON') . list() . pack('C', 1) . text($name) . pack('N', umask);
    return frame('Launch', text($id) . text(working_directory()) . pack('NC', $HEAP_MB, 0) . text($program)
            . pack('Q>', $HOLD_MS));
}

sub send_all {
    my ($socket, $bytes) = @_;
    my $sent = 0;
    local $SIG{PIPE} = 'IGNORE';
    while ($sent < length $bytes) {
        my $more = syswrite $socket, $bytes, length($bytes) - $sent, $sent;
        next if !defined $more && $!{EINTR};
        die "the pool manager takes nothing: $!\n" unless defined $more;
        $sent += $more;
    }
}

# next_message CONNECTION: name and payload of a message that has come, or nothing. Dies at the end of the connection.
sub next_message {
    my ($socket) = @_;
    my $buffer = \$received{fileno $socket};
    $$buffer //= '';
    if (length $$buffer >= $HEADER) {
        my ($magic, $version, $code, $length) = unpack 'NnnN', $$buffer;
        die "the pool speaks another protocol\n" if $magic != $MAGIC || $version != $VERSION || $length > $LARGEST;
        if (length $$buffer >= $HEADER + $length) {
            my $payload = substr $$buffer, $HEADER, $length;
            substr($$buffer, 0, $HEADER + $length) = '';
            return ($NAME{$code} // "message $code", $payload);
        }
    }
    return;
}

# fill CONNECTION: reads what is there; dies at the end.
sub fill {
    my ($socket) = @_;
    my $count = sysread $socket, $received{fileno $socket}, 65536, length($received{fileno $socket} // '');
    return if !defined $count && $!{EINTR};
    die "the pool manager has gone\n" unless $count;
}

# answer CONNECTION: the next message; dies when none comes in time.
sub answer {
    my ($socket) = @_;
    my $deadline = awake() + $ANSWER_SECONDS;
    while (1) {
        my ($name, $payload) = next_message($socket);
        return ($name, $payload) if defined $name;
        if (awake() > $deadline) {
            complain();
            die "the pool manager does not answer within $ANSWER_SECONDS s\n";
        }
        my $ready = '';
        vec($ready, fileno $socket, 1) = 1;
        fill($socket) if select($ready, undef, undef, 1) > 0;
    }
}

sub connect_pool {
    socket my $socket, $AF_UNIX, $SOCK_STREAM, 0 or die "socket: $!\n";
    delete $received{fileno $socket};
    connect $socket, pack('S a*', $AF_UNIX, "$pool_socket\0") or die "$pool_socket: $!\n";
    send_all($socket, frame('Hello', text('EXECUTOR') . pack('Q>', $$) . text($secret)));
    my ($name, $payload) = answer($socket);
    die "the pool refuses: " . unpack('N/a', $payload) . "\n" if $name eq 'Refused';
    die "the pool manager answers Hello with $name\n" unless $name eq 'Welcome';
    return $socket;
}

# --- The program ---

# follow CONNECTION LISTENER LAUNCH: from the request to the exit status.
sub follow {
    my ($manager, $listener, $frame) = @_;
    # Lease, pid and start of the slot that the client has been told of.
    my @assigned;
    my $lost = eval { send_all($manager, $frame); 1 } ? '' : $@;
    ($heard, $asked) = (awake(), 0);
    while (1) {
        if ($lost) {
            cold('pool-down', $lost) if !@assigned && !(@assigned = take_back($manager));
            $manager = search($lost, @assigned);
            $lost = '';
        }
        eval { pass_signals(); 1 } or $lost = $@;
        my ($name, $payload) = eval { next_message($manager) };
        if ($@) {
            $lost = $@;
        } elsif (!defined $name) {
            $lost = wait_for($manager, $listener) || silence($manager);
        } elsif ($name eq 'Pong') {
            ($heard, $asked) = (awake(), 0);
        } elsif ($name eq 'Assigned') {
            @assigned = assigned($payload);
        } elsif ($name eq 'Exited') {
            my ($of, $lease, $status, $diagnostics) = unpack 'N/a Q> N N/a', $payload;
            eval { send_all($manager, frame('Collected', text($id) . pack('Q>', $lease))) };
            print STDERR "hpc-reuse: $diagnostics\n" if length $diagnostics;
            exit $status;
        } elsif ($name eq 'Declined') {
            my ($of, $lease, $reason, $detail) = unpack 'N/a Q> N/a N/a', $payload;
            lost($detail) if @assigned && !$lease;
            cold_counted($manager, lc($reason =~ tr/_/-/r), $detail);
        } else {
            lost("the pool manager answers with $name" . end_slot(@assigned));
        }
    }
}

# wait_for CONNECTION LISTENER: until one of them, or a signal, needs something. What has broken, or nothing.
sub wait_for {
    my ($manager, $listener) = @_;
    my $ready = '';
    vec($ready, fileno $manager, 1) = 1;
    vec($ready, fileno $listener, 1) = 1;
    return '' if %wanted_signals;
    # A signal that comes right here waits for the end of this bound.
    return '' unless select($ready, undef, undef, 0.5) > 0;
    give_descriptors($listener) if vec $ready, fileno $listener, 1;
    return '' unless vec $ready, fileno $manager, 1;
    return eval { fill($manager); 1 } ? '' : $@;
}

# silence CONNECTION: asks from time to time whether the manager's loop turns. Why it is given up, or nothing.
sub silence {
    my ($manager) = @_;
    my $now = awake();
    if ($asked && $now - $asked >= $SILENT_SECONDS) {
        complain();
        return "the pool manager has not answered for $SILENT_SECONDS s\n";
    }
    return '' if $asked || $now - $heard < $ASK_SECONDS;
    $asked = $now;
    return eval { send_all($manager, frame('Ping', '')); 1 } ? '' : $@;
}

# complain: the manager's keeper asks it then by itself.
sub complain {
    open my $mark, '>', "$pool_dir/manager.silent" or return;
    close $mark;
}

# take_back CONNECTION: ends this side of it. The manager looks there after it has told of a slot and before it tells
# the slot. So no slot gets the program, unless lease, pid and start of one have come before: these.
sub take_back {
    my ($manager) = @_;
    shutdown $manager, 1;
    while (1) {
        my ($name, $payload) = eval { next_message($manager) };
        if (defined $name) {
            return assigned($payload) if $name eq 'Assigned';
            next;
        }
        my $ready = '';
        vec($ready, fileno $manager, 1) = 1;
        return unless select($ready, undef, undef, 0) > 0 && eval { fill($manager); 1 };
    }
}

# assigned PAYLOAD: lease, pid and start of the slot.
sub assigned {
    return (unpack 'N/a Q> N Q> Q>', $_[0])[1, 3, 4];
}

# pass_signals: each on a connection of its own, as the protocol has it.
sub pass_signals {
    for my $signal (keys %wanted_signals) {
        my $connection = connect_pool();
        send_all($connection, frame('Signal', text($id) . text($signal)));
        answer($connection);
        delete $wanted_signals{$signal};
    }
}

# search WHY LEASE PID START: a connection to the pool manager that has taken the place of the one before.
sub search {
    my ($why, @assigned) = @_;
    my $deadline = awake() + $SEARCH_SECONDS;
    while (awake() <= $deadline && -e $pool_socket) {
        my $manager = eval {
            my $found = connect_pool();
            ($heard, $asked) = (awake(), 0);
            send_all($found, frame('Reattach', text($id) . pack('Q>2', @assigned[0, 1])));
            $found;
        };
        return $manager if $manager;
        select undef, undef, undef, $SEARCH_PAUSE;
    }
    chomp $why;
    lost($why . end_slot(@assigned));
}

# end_slot LEASE PID START: ends the process of a slot that no manager answers for: the program could go on after its
# client. A slot that does not hold this client's descriptors does not run its program, and never will. What has been
# done, in words.
sub end_slot {
    my ($lease, $pid, $start) = @_;
    return '' unless $pid && start_of($pid) == $start && holds_descriptors($pid);
    kill 'KILL', $pid;
    my $deadline = awake() + $GONE_SECONDS;
    while (start_of($pid) == $start) {
        return "; its slot's process $pid is not gone $GONE_SECONDS s after SIGKILL" if awake() > $deadline;
        select undef, undef, undef, $GONE_LOOK;
    }
    return "; no manager has ended it, so process $pid is killed";
}

# start_of PID: when that process was started, in ticks; -1 when it is gone, even if nobody has waited for it.
sub start_of {
    my ($pid) = @_;
    open my $in, '<', "/proc/$pid/stat" or return -1;
    my @fields = split ' ', (<$in> // '') =~ s/.*\)//sr;
    return @fields < 20 || $fields[0] =~ /[ZX]/ ? -1 : $fields[19];
}

# holds_descriptors PID: whether 0, 1 and 2 are there what they are here.
sub holds_descriptors {
    my ($pid) = @_;
    for my $number (0, 1, 2) {
        my ($here, $there) = map { join ':', (stat "/proc/$_/fd/$number")[0, 1] } $$, $pid;
        return 0 unless length $here > 1 && $here eq $there;
    }
    return 1;
}

sub lost {
    my ($why) = @_;
    chomp $why;
    print STDERR "hpc-reuse: hadoop: the slot of this client is lost, and its program with it: $why\n";
    exit $EXIT_FAILED;
}

# --- Descriptors ---

# listen_for_slot: a socket in the abstract namespace, which leaves no file behind, and its name.
sub listen_for_slot {
    open my $random, '<', '/dev/urandom' or cold('process-context', "/dev/urandom: $!");
    sysread $random, my $bytes, 16;
    close $random;
    my $name = "hpc-reuse-client-$$-" . unpack 'H*', $bytes;
    socket my $socket, $AF_UNIX, $SOCK_STREAM, 0 or cold('process-context', "socket: $!");
    bind $socket, pack('S a*', $AF_UNIX, "\0$name") or cold('process-context', "bind: $!");
    listen $socket, 1 or cold('process-context', "listen: $!");
    return ($socket, $name);
}

# give_descriptors LISTENER: sends 0, 1 and 2 to who has connected, if that is a process of this user.
sub give_descriptors {
    my ($listener) = @_;
    accept my $slot, $listener or return;
    my ($pid, $uid) = unpack 'l L L', getsockopt $slot, $SOL_SOCKET, $SO_PEERCRED;
    return unless $uid == $>;
    my $control = pack 'Q l l l3 x4', 28, $SOL_SOCKET, $SCM_RIGHTS, 0, 1, 2;
    my $data = 'F';
    my $iovec = pack 'P Q', $data, 1;
    my $message = pack 'Q L x4 P Q P Q L x4', 0, 0, $iovec, 1, $control, length $control, 0;
    syscall $SENDMSG{$machine}, fileno $slot, $message, 0;
    close $slot;
}

# --- Without a slot ---

# cold_counted CONNECTION REASON DETAIL: the pool counts the reason.
sub cold_counted {
    my ($manager, $reason, $detail) = @_;
    my $key = uc($reason =~ tr/-/_/r);
    eval {
        send_all($manager, frame('Fork', text($id) . pack('C', 1) . text($key) . pack('N', 0)));
        answer($manager);
    };
    cold($reason, $detail);
}

# cold REASON DETAIL: a JVM in the place of this process. Signals that have come meanwhile end it first.
sub cold {
    my ($reason, $detail) = @_;
    chomp $detail;
    print STDERR "hpc-reuse: hadoop: in a JVM of its own: $reason: $detail\n" if $verbose;
    for my $signal (qw(HUP INT QUIT TERM)) {
        $SIG{$signal} = 'DEFAULT' if ref $SIG{$signal};
    }
    kill $_, $$ for keys %wanted_signals;
    exec { $cold[0] } @cold, $main_class, @arguments or do {
        print STDERR "hpc-reuse: hadoop: $cold[0]: $!\n";
        exit 127;
    };
}
