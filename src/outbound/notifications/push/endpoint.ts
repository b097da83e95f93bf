import { isIP } from 'node:net';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { badRequest } from '../../../platform/http/errors.ts';
import { isPublicAddress } from '../../../platform/lib/public-address.ts';

/** A row of the unique index has room for no longer one. */
const maxEndpointLength = 2_048;

/** @returns the host without the brackets of IPv6 */
export const hostOf = ({ hostname }: URL): string => hostname.replaceAll(/^\[|\]$/g, '');

/** Whether PUSH_ALLOWED_HOSTS names the host, which may then be an internal one. */
export const isAllowedHost = (url: URL, allowed: ReadonlySet<string>): boolean =>
  allowed.has(`${url.hostname}:${url.port || '443'}`);

/**
 * Whether the host of an endpoint is no address of an internal network. A name is resolved when it is connected to: only then
 * its address cannot change any more.
 */
export function mayBePublic(url: URL): boolean {
  const host = hostOf(url);
  return isIP(host) ? isPublicAddress(host) : /\.[^.]/.test(host) && !/(^|\.)(localhost|local|internal)\.?$/.test(host);
}

/**
 * Reads the address at which a push service takes messages for a browser.
 * @throws 400 not https, with a login, too long, or at an internal address
 */
export function parseEndpoint(text: string, allowed: ReadonlySet<string>): URL {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.username || url.password || url.href.length > maxEndpointLength) {
    throw badRequest(errorMessages.invalidPushEndpoint);
  }
  if (!isAllowedHost(url, allowed) && !mayBePublic(url)) throw badRequest(errorMessages.invalidPushEndpoint);
  url.hash = '';
  return url;
}
