import type { IncomingMessage } from 'node:http';
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { errorMessages } from './error-messages.ts';
import { forbidden } from './errors.ts';
import { isAuthority, isBehindTls } from './public-url.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Sets, uses or clears the session cookie: a page of another origin gets 403 unless the origin is allowed. The same holds for
     * each public route with a rate limit.
     */
    sameOriginOnly?: true;
    /** Exempts a public route with a rate limit: its callers send an Origin that says nothing. */
    anyOrigin?: true;
  }
}

/**
 * Refuses requests of pages of other origins to routes with `sameOriginOnly`, against login and logout CSRF, and to public
 * routes with a rate limit, so that such a page cannot use up those of its visitor's network. To be registered before the rate
 * limits. Links to such routes may stand anywhere: a page that is navigated to passes.
 * @param config CORS_ORIGINS and the origin of PUBLIC_URL are allowed beside the origin of the service itself
 * @throws 403 for a page of any other origin; callers that send neither Sec-Fetch-Site nor Origin pass
 */
export function registerCrossSiteCheck(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isRefused =
      isSameOriginOnly(request.routeOptions.config) && !isPageView(request.raw) && isCrossOrigin(request.raw, config);
    done(isRefused ? forbidden('cross_site_request', errorMessages.crossSiteRequest) : undefined);
  });
}

/** Whether requests of pages of other origins are refused. */
export const isSameOriginOnly = ({ sameOriginOnly, rateLimit, anyOrigin }: FastifyContextConfig): boolean =>
  sameOriginOnly || (rateLimit !== undefined && !anyOrigin);

/** Whether a browser goes to the address, which no image, frame, script or prefetch of another page does. */
const isPageView = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document' &&
  headers['sec-purpose'] === undefined;

/**
 * Whether the request comes from a page of an origin that is not allowed, by Sec-Fetch-Site and Origin: browsers
 * set both, and scripts cannot change them. A request without either does not come from a browser.
 */
function isCrossOrigin(request: IncomingMessage, config: Config): boolean {
  const { 'sec-fetch-site': fetchSite, origin } = request.headers;
  if (fetchSite === undefined && origin === undefined) return false;
  // A repeated header arrives as a list, which is none of these values.
  if (/^(same-origin|none)$/i.test(String(fetchSite))) return false;
  const source = parseOrigin(origin);
  if (!source) return true;
  if (config.corsOrigins.includes(source.origin) || URL.parse(config.publicUrl)?.origin === source.origin) return false;
  // Over plain HTTP browsers send Sec-Fetch-Site on loopback only.
  return fetchSite !== undefined || !isOwnOrigin(source, request, config);
}

/** @returns null unless it is one origin of a web page */
const parseOrigin = (origin = ''): URL | null => (/^https?:\/\/[^\s,/?#@\\]+$/i.test(origin) ? URL.parse(origin) : null);

/**
 * Whether the origin has the host that the request was sent to. Both are normalized as URLs of the origin's
 * scheme, because browsers and proxies differ in writing default ports, IPv6 addresses and capitals.
 */
function isOwnOrigin(source: URL, request: IncomingMessage, config: Config): boolean {
  const { host = '' } = request.headers;
  if (!isAuthority(host)) return false;
  // A proxy may end TLS without saying so, so both schemes pass unless it says so.
  if (source.protocol === 'http:' && isBehindTls(request, config.trustedProxies)) return false;
  return URL.parse(`${source.protocol}//${host}`)?.origin === source.origin;
}
