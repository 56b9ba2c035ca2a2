# vanish.pl <port> <count>: connects so often, then drops every packet that comes, as a machine does that has lost its network.
use strict;
use warnings;
use Socket;

my ($port, $count) = @ARGV;
# One instruction of a socket filter (linux/filter.h): keep nothing.
my $drop = pack 'S C C L', 0x06, 0, 0, 0;
my $SO_ATTACH_FILTER = 26;
my @peers;
for (1 .. $count) {
    socket my $peer, PF_INET, SOCK_STREAM, 0 or die "socket: $!";
    connect $peer, sockaddr_in($port, INADDR_LOOPBACK) or die "connect: $!";
    setsockopt $peer, SOL_SOCKET, $SO_ATTACH_FILTER, pack('S x6 P', 1, $drop) or die "filter: $!";
    push @peers, $peer;
}
$| = 1;
print "vanished\n";
sleep 600;
