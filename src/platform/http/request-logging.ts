import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from '../metrics/metrics.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Called by monitoring: successes are logged at the level debug. */
    quiet?: true;
    /** The answer is a stream without end, whose duration is not measured. */
    stream?: true;
  }
}

/** Logs one line for each answer, without the query string. */
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

/** Methods with a label of their own; all others are counted as `other`, which bounds the number of labels. */
const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);

/** Counts answers and measures their duration. */
export function countResponses(app: FastifyInstance, { requests, requestSeconds }: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const method = methods.has(request.method) ? request.method : 'other';
    const route = routeOf(request);
    requests.inc({ method, route, status: reply.statusCode });
    if (!request.routeOptions.config?.stream) requestSeconds.observe({ method, route }, reply.elapsedTime / 1_000);
    done();
  });
}

/** The pattern of the route; `none` for all unknown paths. */
const routeOf = ({ is404, routeOptions }: FastifyRequest): string => (is404 ? 'none' : (routeOptions.url ?? 'none'));
