import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import type { Config } from '../config/config.ts';
import { isTrusted } from '../http/client-ip.ts';
import { errorMessages } from '../http/error-messages.ts';
import { forbidden, unauthorized } from '../http/errors.ts';

/**
 * Decides who may read `/metrics`: with METRICS_TOKEN whoever sends it as bearer token; without one, loopback and the networks of
 * TRUSTED_PROXIES.
 * @throws 401 without the token, 403 from elsewhere
 */
export function requireMetricsAccess(request: IncomingMessage, { metricsToken, trustedProxies }: Config): void {
  if (metricsToken) {
    const [, given = ''] = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (!isSame(given, metricsToken)) throw unauthorized('invalid_metrics_token', 'missing or invalid metrics token');
  } else if (!comesFromTrustedNetwork(request, trustedProxies)) {
    throw forbidden('metrics_not_allowed', errorMessages.forbidden);
  }
}

/** Whether requireMetricsAccess() lets a request pass. */
export function mayReadMetrics(request: IncomingMessage, config: Config): boolean {
  try {
    requireMetricsAccess(request, config);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether the peer of the connection and all addresses that proxies have forwarded the request for are trusted. The first address
 * alone is not enough: behind a proxy that appends to X-Forwarded-For, the client can write it.
 */
function comesFromTrustedNetwork({ socket, headers }: IncomingMessage, trusted: BlockList): boolean {
  if (headers['forwarded'] !== undefined) return false; // its syntax is not parsed, and the proxies of ops/ do not send it
  const forwardedFor = [headers['x-forwarded-for'] ?? [], headers['x-real-ip'] ?? []].flat().flatMap((list) => list.split(','));
  return [socket.remoteAddress ?? '', ...forwardedFor].every((address) => isTrusted(address.trim(), trusted));
}

/** Compares digests, whose length says nothing about that of the token. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
}
