import { BlockList, isIP } from 'node:net';

// Which addresses are of the public Internet: the registries of special-purpose addresses (RFC 6890) list the others.

const notPublicIpv4 = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublicIpv4.addSubnet(network, bits, 'ipv4');

const globalIpv6 = new BlockList();
globalIpv6.addSubnet('2000::', 3, 'ipv6');

/** Of the global addresses: protocol assignments with Teredo, documentation, and 6to4, which contains an IPv4 address. */
const notPublicIpv6 = new BlockList();
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublicIpv6.addSubnet(network, bits, 'ipv6');

/** @param address of IPv4 or IPv6, without brackets @returns false for anything else */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !notPublicIpv4.check(address, 'ipv4');
  return version === 6 && globalIpv6.check(address, 'ipv6') && !notPublicIpv6.check(address, 'ipv6');
}

/**
 * Networks of an own site and this machine. Not in it: link-local addresses, at which clouds serve the secrets of machines, multicast and
 * what nobody has.
 */
const ownNetworks = new BlockList();
ownNetworks.addSubnet('10.0.0.0', 8, 'ipv4');
ownNetworks.addSubnet('172.16.0.0', 12, 'ipv4');
ownNetworks.addSubnet('192.168.0.0', 16, 'ipv4');
ownNetworks.addSubnet('100.64.0.0', 10, 'ipv4');
ownNetworks.addSubnet('127.0.0.0', 8, 'ipv4');
ownNetworks.addSubnet('fc00::', 7, 'ipv6');
ownNetworks.addAddress('::1', 'ipv6');

/** Whether an installation may be reached there: on the Internet, in a network of its own or on this machine. */
export const isPublicOrOwnAddress = (address: string): boolean =>
  isPublicAddress(address) || (isIP(address) !== 0 && ownNetworks.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6'));
