import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from '../metrics/metrics.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Asked by machines, again and again: a success is worth a line at the level debug only. */
    quiet?: true;
    /** Its answer goes on for as long as somebody listens: no time to be measured. */
    stream?: true;
  }
}

/** One line per answer; the query string stays out of it. */
export function logResponses(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const [path] = request.url.split('?', 1);
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const line = { method: request.method, path, status: reply.statusCode, ms, actor: request.actor?.id };
    const level = request.routeOptions.config?.quiet && reply.statusCode < 400 ? 'debug' : 'info';
    request.log[level](line, 'answered');
    done();
  });
}

/** What is counted by name; whatever else somebody makes up is counted together. */
const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);

export function countResponses(app: FastifyInstance, { requests, requestSeconds }: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const method = methods.has(request.method) ? request.method : 'other';
    const route = routeOf(request);
    requests.inc({ method, route, status: reply.statusCode });
    if (!request.routeOptions.config?.stream) requestSeconds.observe({ method, route }, reply.elapsedTime / 1_000);
    done();
  });
}

/** The pattern of the route; paths that do not exist have one name together. */
const routeOf = ({ is404, routeOptions }: FastifyRequest): string => (is404 ? 'none' : (routeOptions.url ?? 'none'));
