import type { IncomingMessage } from 'node:http';
import { type BlockList, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { isTrusted } from './client-ip.ts';

/**
 * The address under which the caller reached the service, for links in its own answer: the
 * configured one, else what the request says. Never for mails or messages, whose readers are
 * others. A proxy that is trusted may say that it ends TLS.
 */
export function publicUrlOf({ raw }: FastifyRequest, { publicUrl, trustedProxies }: Config): string {
  if (publicUrl) return publicUrl;
  const { localAddress = 'localhost', localPort } = raw.socket;
  const { host = '' } = raw.headers;
  const own = `${isIPv6(localAddress) ? `[${localAddress}]` : localAddress}:${localPort}`;
  const authority = isAuthority(host) ? host : own;
  return `${isBehindTls(raw, trustedProxies) ? 'https' : 'http'}://${authority}`;
}

/**
 * Whether a Host header is a name or an address with an optional port, and nothing else.
 * @param host as it was sent
 */
export const isAuthority = (host: string): boolean => /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host);

/**
 * Whether a trusted proxy says that it ended TLS for this request.
 * @param trusted the networks of TRUSTED_PROXIES; what others say is ignored
 */
export function isBehindTls({ headers, socket }: IncomingMessage, trusted: BlockList): boolean {
  return headers['x-forwarded-proto'] === 'https' && isTrusted(socket.remoteAddress ?? '', trusted);
}
