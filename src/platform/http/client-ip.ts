import type { IncomingMessage } from 'node:http';
import { type BlockList, isIP, SocketAddress } from 'node:net';

/**
 * The address of the client (docs/rules.md, Rate limits): the left-most one of X-Forwarded-For when the connection
 * comes from a trusted proxy, else the peer of the connection. The proxy must overwrite the header, not append to it
 * (docs/proxy.md).
 */
export function clientIp(request: IncomingMessage, trustedProxies: BlockList): string {
  const peer = canonicalAddress(request.socket.remoteAddress ?? '');
  const [first = ''] = String(request.headers['x-forwarded-for'] ?? '').split(',', 1);
  const forwarded = canonicalAddress(withoutPort(first.trim()));
  return isIP(forwarded) && isTrusted(peer, trustedProxies) ? forwarded : peer;
}

/** Some gateways add the port of the client: `203.0.113.9:4711`, `[2001:db8::1]:4711`. */
function withoutPort(entry: string): string {
  const [, ipv4, ipv6] = /^(?:([\d.]+):\d{1,5}|\[([\da-f:.]*:[\da-f:.]*)\](?::\d{1,5})?)$/i.exec(entry) ?? [];
  return ipv4 ?? ipv6 ?? entry;
}

/** Whether a connection comes from a proxy whose headers are believed. */
export function isTrusted(peer: string, trustedProxies: BlockList): boolean {
  const address = canonicalAddress(peer);
  const version = isIP(address);
  return version !== 0 && trustedProxies.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

/**
 * One spelling for each address: IPv6 can be written in many ways, and dual-stack sockets show IPv4 addresses as
 * `::ffff:10.0.0.1`.
 */
export function canonicalAddress(address: string): string {
  if (isIP(address) !== 6) return address;
  const { address: canonical } = new SocketAddress({ address, family: 'ipv6' });
  return /^::ffff:([\d.]+)$/.exec(canonical)?.[1] ?? canonical;
}

/**
 * The networks that an address is counted by: an IPv4 address alone, an IPv6 address by its /64 and its /48, because
 * one subscriber has all addresses of a /64.
 * @param address in the form of clientIp()
 */
export function networksOf(address: string): [network: string, wider?: string] {
  if (isIP(address) !== 6) return [address];
  const groups = ipv6Groups(address);
  return [`${groups.slice(0, 4).join(':')}::/64`, `${groups.slice(0, 3).join(':')}::/48`];
}

/** The eight groups of an IPv6 address in its canonical form. */
function ipv6Groups(address: string): string[] {
  const [before = [], after = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}
