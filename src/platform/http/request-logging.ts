import type { FastifyInstance } from 'fastify';
import { senderIdOf } from '../audit/audit-log.ts';
import type { Config } from '../config/config.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { clientIp } from './client-ip.ts';
import { isHead } from './head-requests.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Called by monitoring: successes are logged at the level debug. */
    quiet?: true;
    /** The answer is a stream without end, whose duration is not measured. */
    stream?: true;
    /** The path contains a secret: the log names the route instead. */
    hasSecretPath?: true;
  }
}

/** Methods with a label of their own; all others are counted as `other`, which bounds the number of labels. */
const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);

/**
 * Long parts of an unknown path, which may be a token: the address of a portal or a calendar is unknown with another method, another
 * case or a slash too many.
 */
const possibleTokens = /[^/]{20,}/g;

/**
 * Logs one line for each answer, without the query string, and with the address of the client unless LOG_CLIENT_ADDRESS is
 * false; counts it and measures its duration.
 */
export function recordResponses(
  app: FastifyInstance,
  { logClientAddress, trustedProxies }: Pick<Config, 'logClientAddress' | 'trustedProxies'>,
  { requests, requestSeconds }: Metrics,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { is404, routeOptions } = request;
    const method = isHead(request.raw) ? 'HEAD' : request.method;
    const { elapsedTime, statusCode: status } = reply;
    const [requested = ''] = request.url.split('?', 1);
    const known = routeOptions.config?.hasSecretPath ? routeOptions.url : requested;
    const path = is404 ? requested.replace(possibleTokens, '*') : known;
    const ip = logClientAddress ? clientIp(request.raw, trustedProxies) : undefined;
    const { actor } = request;
    const accounts = { actor: actor && senderIdOf(actor), principal: actor?.sender && actor.id };
    const line = { method, path, status, ms: Math.round(elapsedTime * 10) / 10, ip, ...accounts };
    request.log[routeOptions.config?.quiet && status < 400 ? 'debug' : 'info'](line, 'answered');

    const labels = { method: methods.has(method) ? method : 'other', route: (!is404 && routeOptions.url) || 'none' };
    requests.inc({ ...labels, status });
    if (!routeOptions.config?.stream) requestSeconds.observe(labels, elapsedTime / 1_000);
    done();
  });
}
