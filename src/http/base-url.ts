import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { isTrusted } from './client-ip.ts';

/**
 * The address under which the caller reached the service, for links in its own answer: the
 * configured one, else what the request says. Never for mails or messages, whose readers are
 * others. A proxy that is trusted may say that it ends TLS.
 */
export function baseOf({ raw }: FastifyRequest, { publicUrl, trustedProxies }: Config): string {
  if (publicUrl) return publicUrl;
  const { localAddress = 'localhost', localPort, remoteAddress = '' } = raw.socket;
  const { host = '', 'x-forwarded-proto': forwarded } = raw.headers;
  const behindTls = forwarded === 'https' && isTrusted(remoteAddress, trustedProxies);
  const own = `${isIPv6(localAddress) ? `[${localAddress}]` : localAddress}:${localPort}`;
  const authority = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host) ? host : own;
  return `${behindTls ? 'https' : 'http'}://${authority}`;
}
