import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { isBehindTls } from './public-url.ts';

/**
 * The headers of helmet with a policy that forbids loading and framing. The console and the API description replace
 * the policy on their pages. Only pages of the console may use the camera: workers take photos with it.
 */
const securityHeaders = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': permissionsPolicy('()'),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

/** The header Permissions-Policy. @param camera the origins that may use the camera */
export function permissionsPolicy(camera: '()' | '(self)'): string {
  return `camera=${camera}, microphone=(), geolocation=(), display-capture=(), payment=(), usb=(), serial=(), hid=(), midi=()`;
}

const oneYearSeconds = 365 * 86_400;

/**
 * Sends the security headers and the id of the request, which is also in the log, with every answer. Strict-Transport-Security
 * is sent over TLS only, as RFC 6797 (7.2) demands, and only where PUBLIC_URL says that the service is reached over TLS.
 */
export function registerResponseHeaders(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders).header('x-request-id', request.id);
    if (config.publicUrl.startsWith('https:') && isBehindTls(request.raw, config.trustedProxies)) {
      reply.header('strict-transport-security', `max-age=${oneYearSeconds}`);
    }
    done();
  });
}
