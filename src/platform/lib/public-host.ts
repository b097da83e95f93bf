import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

// Addresses that accounts name, and that the service calls: they must not lead into an internal network.

/** A name has no public address. */
export class NotPublic extends Error {}

/** @returns the host without the brackets of IPv6 */
export const hostOf = ({ hostname }: URL): string => hostname.replaceAll(/^\[|\]$/g, '');

/** @param allowed host:port, as a setting names those that may be internal */
export const isAllowedHost = (url: URL, allowed: ReadonlySet<string>): boolean =>
  allowed.has(`${url.hostname}:${url.port || (url.protocol === 'http:' ? '80' : '443')}`);

/**
 * Whether the host is no address of an internal network. A name is resolved when it is connected to: only then its address cannot
 * change any more.
 */
export function mayBePublic(url: URL): boolean {
  const host = hostOf(url);
  return isIP(host) ? isPublicAddress(host) : /\.[^.]/.test(host) && !/(^|\.)(localhost|local|internal)\.?$/.test(host);
}

/** Asks name servers itself: dns.lookup() would keep threads busy that also hash passwords, for as long as a server is silent. */
const resolver = new Resolver({ timeout: 1_500, tries: 2 });

/** Resolves a name to its public addresses only, for the connection itself: a check before it could see another address. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  resolvePublic(hostname).then(
    (addresses) => {
      const [first] = addresses;
      if (options.all) callback(null, addresses);
      else if (first) callback(null, first.address, first.family);
    },
    (error: Error) => callback(error, []),
  );
};

/** @throws NotPublic when there are others only */
async function resolvePublic(hostname: string): Promise<[LookupAddress, ...LookupAddress[]]> {
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason;
  const of = (found: PromiseSettledResult<string[]>, family: 4 | 6) =>
    found.status === 'fulfilled' ? found.value.map((address) => ({ address, family })) : [];
  const [first, ...others] = [...of(ipv4, 4), ...of(ipv6, 6)].filter(({ address }) => isPublicAddress(address));
  if (!first) throw new NotPublic('not a public address');
  return [first, ...others];
}
