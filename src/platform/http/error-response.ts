import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorCodes } from './error-codes.ts';
import type { HttpError } from './errors.ts';

export const problemType = 'application/problem+json';
const problemContentType = `${problemType}; charset=utf-8`;
const jsonType = 'application/json; charset=utf-8';

/** An error answer as it is sent. */
export interface ErrorResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * The answer to an error. All error answers are written here, except the pages for people.
 * @param accept the header Accept of the request: `{error}` unless it names application/problem+json (RFC 9457)
 */
export function errorResponse(error: HttpError, accept: string | undefined): ErrorResponse {
  const { status, code, message, headers, retryAfter, members } = error;
  const isProblem = acceptsProblem(accept);
  return {
    status,
    headers: {
      ...headers,
      ...(status === 401 && { 'www-authenticate': 'Bearer' }), // RFC 9110, 15.5.2
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      'content-type': isProblem ? problemContentType : jsonType,
      'error-code': code,
      vary: 'Accept',
    },
    body: JSON.stringify(isProblem ? problemOf(error) : { error: message, ...members }),
  };
}

/** The body of RFC 9457. */
function problemOf({ status, code, message, errors, members }: HttpError): object {
  return {
    type: `urn:callout:error:${code}`,
    title: errorCodes[code].cause.replaceAll('`', ''),
    status,
    detail: message,
    code,
    ...(errors.length > 0 && { errors }),
    ...members,
  };
}

/** Whether a header Accept names application/problem+json. Its wildcards mean `{error}`, which every client knows. */
export const acceptsProblem = (accept = ''): boolean =>
  accept.split(',').some((range) => {
    const [type, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return type === problemType && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });

/** Gives a reply the status and the headers of an error. @returns the body to send */
export function applyError(request: FastifyRequest, reply: FastifyReply, error: HttpError): string {
  const { status, headers, body } = errorResponse(error, request.headers.accept);
  const { vary = '', ...others } = headers;
  reply.code(status).headers(others);
  addVary(reply, vary);
  return body;
}

/** Adds the name of a header of the request to Vary, which may have others. */
export function addVary(reply: FastifyReply, name: string): void {
  const names = String(reply.getHeader('vary') ?? '').split(/,\s*/);
  if (!names.includes(name)) reply.header('vary', [...names, name].filter(Boolean).join(', '));
}
