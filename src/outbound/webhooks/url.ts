import { errorMessages } from '../../platform/http/error-messages.ts';
import { badRequest } from '../../platform/http/errors.ts';
import { isAllowedHost, mayBePublic } from '../../platform/lib/public-host.ts';

export const maxUrlLength = 2_048;
/** Other ports below are those of services that are no web servers. */
const minPort = 1_024;

/**
 * Whether an address may be called: https at a public host, or a host of WEBHOOK_ALLOWED_HOSTS. A name is resolved when it is connected
 * to, and is refused then when it has no public address.
 */
export function mayBeCalled(url: URL, allowed: ReadonlySet<string>): boolean {
  if (url.username || url.password || !/^https?:$/.test(url.protocol)) return false;
  if (isAllowedHost(url, allowed)) return true;
  const hasWebPort = url.port === '' || Number(url.port) >= minPort;
  return url.protocol === 'https:' && hasWebPort && mayBePublic(url);
}

/**
 * Reads the address of a webhook.
 * @param allowed WEBHOOK_ALLOWED_HOSTS
 * @returns the URL without a fragment
 * @throws 400 it may not be called
 */
export function parseWebhookUrl(text: string, allowed: ReadonlySet<string>): string {
  const url = URL.parse(text);
  if (!url || url.href.length > maxUrlLength || !mayBeCalled(url, allowed))
    throw badRequest('invalid_webhook_url', errorMessages.invalidWebhookUrl);
  url.hash = '';
  return url.href;
}
