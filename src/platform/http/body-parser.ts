import type { FastifyInstance } from 'fastify';
import { badRequest } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is multipart/form-data, which the handler reads as it comes. */
    multipart?: true;
  }
}

const unread = 'application/x-unread';
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Bodies are JSON whatever their content type says, an empty one is no body, and anything
 * else is a bad request (not 415).
 */
export function registerBodyParser(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(unread, (_request, _payload, done) => done(null, undefined));
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined);
    try {
      parseJson(request, strictUtf8.decode(body), (error, value) => {
        done(error && badRequest('the body is not valid JSON'), value);
      });
    } catch {
      done(badRequest('the body is not valid UTF-8'));
    }
  });
  app.addHook('onRequest', ({ raw: { headers }, routeOptions }, _reply, done) => {
    if (!routeOptions.config.multipart) {
      // A type that cannot be parsed would be refused before the parser is asked.
      delete headers['content-type'];
    } else if (!/^multipart\/form-data\b/i.test(headers['content-type'] ?? '')) {
      // Whatever else comes is left unread: the handler looks at the ticket first, and then says so.
      headers['content-type'] = unread;
    }
    done();
  });
}
