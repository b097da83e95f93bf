import type { FastifyInstance, FastifyRequest } from 'fastify';
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
const invalidJson = 'the body is not valid JSON';
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Keys of JSON that together could change the prototype of an object, in any spelling. Searching the text takes a fraction of the
 * time that walking through the parsed value would.
 */
const prototypeKeys = [['__proto__'], ['constructor', 'prototype']].map((keys) => keys.map(keyPattern));

/** Parses bodies as JSON whatever their content type is; an empty one is no body. @throws 400, never 415 */
export function registerBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(unread, (_request, _payload, done) => done(null, undefined));
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    await request.takeAccountSlot?.();
    request.keyed?.addBody(body);
    const { csv, ignoresBody } = request.routeOptions.config;
    if (body.length === 0 || ignoresBody) return undefined;
    return csv ? body : parseJson(body);
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

/** @throws 400 */
function parseJson(body: Buffer): unknown {
  const text = decodeUtf8(body);
  if (prototypeKeys.some((keys) => keys.every((key) => key.test(text)))) throw badRequest('invalid_json', invalidJson);
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('invalid_json', invalidJson);
  }
}

/** @throws 400 */
function decodeUtf8(body: Buffer): string {
  try {
    return strictUtf8.decode(body);
  } catch {
    throw badRequest('invalid_utf8', 'the body is not valid UTF-8');
  }
}

/** Matches a key in a JSON text, each character as it is or as its escape sequence. */
function keyPattern(key: string): RegExp {
  const spellings = [...key].map((character) => {
    const code = character.charCodeAt(0).toString(16);
    return `(?:${character}|\\\\u00${code.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
  });
  return new RegExp(`"${spellings.join('')}"\\s*:`);
}
