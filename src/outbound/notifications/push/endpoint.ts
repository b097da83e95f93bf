import { errorMessages } from '../../../platform/http/error-messages.ts';
import { badRequest } from '../../../platform/http/errors.ts';
import { isAllowedHost, mayBePublic } from '../../../platform/lib/public-host.ts';

/** A row of the unique index has room for no longer one. */
const maxEndpointLength = 2_048;

/**
 * Reads the address at which a push service takes messages for a browser.
 * @param allowed PUSH_ALLOWED_HOSTS, which may be internal ones
 * @throws 400 not https, with a login, too long, or at an internal address
 */
export function parseEndpoint(text: string, allowed: ReadonlySet<string>): URL {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.username || url.password || url.href.length > maxEndpointLength) {
    throw badRequest('invalid_push_endpoint', errorMessages.invalidPushEndpoint);
  }
  if (!isAllowedHost(url, allowed) && !mayBePublic(url))
    throw badRequest('invalid_push_endpoint', errorMessages.invalidPushEndpoint);
  url.hash = '';
  return url;
}
