import type { IncomingMessage } from 'node:http';
import { type BlockList, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { isTrusted } from './client-ip.ts';

/**
 * The base URL of links in mails and messages: PUBLIC_URL, else this machine. Never the Host header, because a caller
 * could choose where the links of somebody else's mail lead (password reset poisoning).
 */
export const configuredBaseUrl = ({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string =>
  publicUrl || `http://localhost:${port}`;

/** The base URL for links in the answer to this request: PUBLIC_URL, else the Host header. */
export function publicUrlOf({ raw }: FastifyRequest, { publicUrl, trustedProxies }: Config): string {
  if (publicUrl) return publicUrl;
  const { localAddress = 'localhost', localPort } = raw.socket;
  const { host = '' } = raw.headers;
  const localAuthority = `${isIPv6(localAddress) ? `[${localAddress}]` : localAddress}:${localPort}`;
  const authority = isAuthority(host) ? host : localAuthority;
  return `${isBehindTls(raw, trustedProxies) ? 'https' : 'http'}://${authority}`;
}

/** Whether a Host header is a name or an address with an optional port. */
export const isAuthority = (host: string): boolean => /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host);

/**
 * Whether a trusted proxy says that it ended TLS for this request. Of several proxies each may add an entry; the first one is that of
 * the proxy which the client has reached.
 * @param trusted the networks of TRUSTED_PROXIES; what others say is ignored
 */
export function isBehindTls({ headers, socket }: IncomingMessage, trusted: BlockList): boolean {
  const [first = ''] = String(headers['x-forwarded-proto'] ?? '').split(',', 1);
  return first.trim().toLowerCase() === 'https' && isTrusted(socket.remoteAddress ?? '', trusted);
}
