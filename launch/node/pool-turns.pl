#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
# Asks a pool manager whether its event loop turns: pool-turns.pl POOL_DIR SECONDS
#
# The exit status is 0 when the manager answers, 1 when it does not within SECONDS, 2 when nobody listens there or
# the question cannot be asked. A line on stderr says why. No module is used: each would take longer than the question.
use strict;
use warnings;

my $MAGIC   = 0x48505255;
my $VERSION = 14;
my $HEADER  = 12;

# Numbers of messages, as in MessageTable.
my ($HELLO, $WELCOME, $PING, $PONG) = (1, 2, 5, 6);
my ($AF_UNIX, $SOCK_STREAM) = (1, 1);

my ($SILENT, $CANNOT_ASK) = (1, 2);

@ARGV == 2 or cannot_ask('usage: pool-turns.pl POOL_DIR SECONDS');
my ($pool_dir, $seconds) = @ARGV;

# It covers the connection, too: a manager that is stopped takes none, and its queue may be full.
$SIG{ALRM} = sub { end($SILENT, "no answer within $seconds s") };
alarm $seconds;
ask(connection());
exit 0;

sub end {
    my ($status, $why) = @_;
    chomp $why;
    print STDERR "pool-turns: $why\n";
    exit $status;
}

sub cannot_ask { end($CANNOT_ASK, $_[0]) }

sub first_line {
    my ($file) = @_;
    open my $in, '<', $file or cannot_ask("$file: $!");
    my $line = <$in> // '';
    chomp $line;
    return $line;
}

sub connection {
    open my $in, '<', "$pool_dir/pool.properties" or cannot_ask("$pool_dir/pool.properties: $!");
    my ($path) = map { /^hpc-reuse\.pool\.socket\s*=\s*(.*?)\s*$/ ? $1 : () } <$in>;
    cannot_ask('pool.properties names no socket') unless $path;
    socket my $socket, $AF_UNIX, $SOCK_STREAM, 0 or cannot_ask("socket: $!");
    connect $socket, pack('S a*', $AF_UNIX, "$path\0") or cannot_ask("$path: $!");
    return $socket;
}

sub frame {
    my ($code, $payload) = @_;
    return pack('NnnN', $MAGIC, $VERSION, $code, length $payload) . $payload;
}

sub ask {
    my ($socket) = @_;
    my $secret = first_line("$pool_dir/secret");
    local $SIG{PIPE} = 'IGNORE';
    my $hello = pack('N/a*', 'ADMIN') . pack('Q>', $$) . pack('N/a*', $secret);
    # An answer of whatever kind comes from the loop; that to Ping is the last.
    for ([frame($HELLO, $hello), $WELCOME], [frame($PING, ''), $PONG]) {
        my ($question, $answer) = @$_;
        syswrite($socket, $question) // cannot_ask("the pool manager takes no question: $!");
        my $code = read_message($socket);
        cannot_ask("the pool manager answers with message $code") unless $code == $answer;
    }
}

# read_message SOCKET: the number of the next message.
sub read_message {
    my ($socket) = @_;
    my $head = read_bytes($socket, $HEADER);
    my ($magic, $version, $code, $length) = unpack 'NnnN', $head;
    cannot_ask('the pool speaks another protocol') if $magic != $MAGIC || $version != $VERSION;
    read_bytes($socket, $length);
    return $code;
}

sub read_bytes {
    my ($socket, $count) = @_;
    my $bytes = '';
    while (length $bytes < $count) {
        my $more = sysread $socket, $bytes, $count - length $bytes, length $bytes;
        cannot_ask('the pool manager has hung up') unless $more;
    }
    return $bytes;
}
