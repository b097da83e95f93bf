import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import { IncomingMessage, ServerResponse } from './node-http.ts';

/**
 * Every answer forbids sniffing, framing and loading; the pages of the console and of the
 * description say what they need instead. The headers are the same each time, so they are asked for
 * once: made anew they cost 3 % of a list (docs/performance.md).
 */
export function sendSecurityHeaders(app: FastifyInstance): void {
  const headers = helmetHeaders();
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

function helmetHeaders() {
  const nobody = new ServerResponse(new IncomingMessage(new Socket()));
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    strictTransportSecurity: false, // whoever ends TLS in front of the service sets it
  })(nobody.req, nobody, () => {});
  return { ...nobody.getHeaders() };
}
