import type { FastifyInstance } from 'fastify';
import type { RequestSpan, Tracer } from '../tracing/tracer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** of a request that is traced */
    span: RequestSpan | undefined;
  }
}

/** Records a span of each request, except streams, which have no end, and those of monitoring. To be registered before what it covers. */
export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  app.decorateRequest('span', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    const { config } = request.routeOptions;
    if (config?.quiet || config?.stream) return done();
    request.span = tracer.startRequest(request.method, request.headers);
    request.span.run(done);
  });
  // The parser of the body calls back from events of the connection, where nothing is under way.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) request.span.run(done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { is404, routeOptions } = request;
    request.span?.end((!is404 && routeOptions.url) || 'none', reply.statusCode);
    done();
  });
}
