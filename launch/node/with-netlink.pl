#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
# Becomes a command that has an open netlink socket, over which it can ask the kernel whose a TCP connection is:
#
#   with-netlink.pl COMMAND ARGUMENT…
#
# «,netlink=?» in an argument becomes «,netlink=N», N being the socket's descriptor, or nothing when the kernel gives
# no such socket. Java has no netlink sockets, so that port-access.jar gets one from here (see SocketDiagnosis). No
# module is used: each would cost more than this file.
use strict;
use warnings;

my ($AF_NETLINK, $SOCK_RAW, $NETLINK_SOCK_DIAG) = (16, 3, 4);
my ($SOL_SOCKET, $SO_RCVTIMEO) = (1, 20);
my ($F_SETFD, $KEPT_OVER_EXEC) = (2, 0);
# The kernel answers at once; who asks must not hang should it not.
my $ANSWER_SECONDS = 1;

my $argument = '';
my $socket;
if (socket($socket, $AF_NETLINK, $SOCK_RAW, $NETLINK_SOCK_DIAG)
    && setsockopt($socket, $SOL_SOCKET, $SO_RCVTIMEO, pack('l!l!', $ANSWER_SECONDS, 0))
    && fcntl($socket, $F_SETFD, $KEPT_OVER_EXEC))
{
    $argument = ',netlink=' . fileno($socket);
}
s/,netlink=\?/$argument/ for @ARGV;
exec {$ARGV[0]} @ARGV or die "with-netlink.pl: $ARGV[0]: $!\n";
