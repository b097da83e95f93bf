import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { badRequest } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The body is multipart/form-data, which the handler reads as a stream. A schema is for the API description; true: one file in
     * the field `file`.
     */
    multipart?: true | TSchema;
    /** The body means nothing: mail programs send a form when somebody unsubscribes. */
    ignoresBody?: true;
    /** The body is a csv file, which the handler gets as bytes. */
    csv?: true;
  }
}

/** Content type of bodies that no parser reads. */
const unread = 'application/x-unread';
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses bodies as JSON whatever their content type is; an empty one is no body. @throws 400, never 415 */
export function registerBodyParser(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(unread, (_request, _payload, done) => done(null, undefined));
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    request.keyed?.addBody(body);
    if (body.length === 0 || request.routeOptions.config.ignoresBody) return done(null, undefined);
    if (request.routeOptions.config.csv) return done(null, body);
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
      // Fastify would answer a malformed content type with 415.
      delete headers['content-type'];
    } else if (!/^multipart\/form-data\b/i.test(headers['content-type'] ?? '')) {
      // The handler refuses it after the checks of the ticket.
      headers['content-type'] = unread;
    }
    done();
  });
}
