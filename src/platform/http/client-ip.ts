import type { IncomingMessage } from 'node:http';
import { type BlockList, isIP, SocketAddress } from 'node:net';

/**
 * The address that limits count by (docs/rules.md, Rate limits): the left-most one that the proxy
 * forwarded, believed only when the connection itself comes from a trusted proxy.
 * Such a proxy must overwrite the header, not append to it (docs/operations.md).
 */
export function clientIp(request: IncomingMessage, trusted: BlockList): string {
  const peer = plainAddress(request.socket.remoteAddress ?? '');
  const header = request.headers['x-forwarded-for'];
  const forwarded = plainAddress(
    String(header ?? '')
      .split(',', 1)[0]
      ?.trim() ?? '',
  );
  return isIP(forwarded) && isTrusted(peer, trusted) ? forwarded : peer;
}

/** Whether a connection comes from a proxy whose headers are believed. */
export function isTrusted(peer: string, trusted: BlockList): boolean {
  const address = plainAddress(peer);
  const version = isIP(address);
  return version !== 0 && trusted.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

/**
 * One spelling for each address, so that each is counted once: IPv6 can be written in many ways,
 * and `::ffff:10.0.0.1` is 10.0.0.1 as a dual-stack socket shows it.
 */
function plainAddress(address: string): string {
  if (isIP(address) !== 6) return address;
  const { address: canonical } = new SocketAddress({ address, family: 'ipv6' });
  return /^::ffff:([\d.]+)$/.exec(canonical)?.[1] ?? canonical;
}

/**
 * The networks that an address is counted by: an IPv4 address alone, of an IPv6 address its /64 and its
 * /48, because whoever has one address of a /64 has them all.
 * @param address in the form of clientIp()
 */
export function networksOf(address: string): [network: string, wider?: string] {
  if (isIP(address) !== 6) return [address];
  const groups = ipv6Groups(address);
  return [`${groups.slice(0, 4).join(':')}::/64`, `${groups.slice(0, 3).join(':')}::/48`];
}

/** The eight groups of an IPv6 address in its canonical form. */
function ipv6Groups(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const groupsOf = (part: string): string[] => (part === '' ? [] : part.split(':'));
  if (tail === undefined) return groupsOf(head);
  const [before, after] = [groupsOf(head), groupsOf(tail)];
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}
