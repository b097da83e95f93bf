import { isConditionalWrite } from './conditional-writes.ts';
import { problemType } from './error-response.ts';
import { isStored } from './idempotency/keyed-request.ts';
import { methodsWithKey } from './idempotency/register-idempotency.ts';
import { Problem } from './schemas.ts';

// The headers that operations have in common, which no route describes itself.

interface Response {
  description: string;
  content?: Record<string, { schema?: { properties?: object } }>;
  headers?: Record<string, object>;
}

interface Operation {
  parameters?: object[];
  responses?: Record<string, Response>;
  security?: object[];
  'x-rate-limited'?: boolean;
  'x-idempotency-key'?: boolean;
  'x-act-for'?: boolean;
}

const text = (description: string, example: string) => ({ description, schema: { type: 'string' }, example });

/** Parts of the description that operations refer to. */
export const headerComponents = {
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Chosen by the caller, best at random: the same request with the same key within 24 hours gets the first answer again. 400 when it is malformed, 409 when it was used for another request, 409 with `Retry-After` while the first request is under way.',
      schema: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' },
      example: '7c1f3c0e-6f0b-4a57-9d0e-0a4f2b8d5c11',
    },
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      description:
        'The `ETag` that GET of this path answered, for an entry or a part without a GET of its own that of the path around it, with the same query: 412 when it is another one by now.',
      schema: { type: 'string' },
      example: 'W/"1VtJ6aQm0Q3xkz5yq8cB1w"',
    },
    ActFor: {
      name: 'Act-For',
      in: 'header',
      description:
        'The id of another account, with whose rights and visibility the request is handled: an admin names any active client or worker, others an account of `acts_for` in `GET /ext/me`. What the request writes names its sender. 400 when it is no id, 403 when the sender may not act for the account.',
      schema: { type: 'string', format: 'uuid' },
    },
    IfNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      description: 'The `ETag` of an answer that the caller has: 304 when it is still the same.',
      schema: { type: 'string' },
    },
  },
  headers: {
    RequestId: text('The id of the request, which is also in the log.', '5f0c7a3e-2b1d-4c8e-9a6f-0d1e2f3a4b5c'),
    ETag: text('A weak entity tag of the answer.', 'W/"1VtJ6aQm0Q3xkz5yq8cB1w"'),
    Link: text(
      'The other pages: `next`, `prev`, `first` and `last`.',
      '</tickets?limit=20&offset=20>; rel="next", </tickets?limit=20&offset=80>; rel="last"',
    ),
    IdempotencyReplayed: text('`true`: the answer to an earlier request with the same `Idempotency-Key`.', 'true'),
    RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 }, example: 30 },
    RateLimit: text('What is left of the limit, and the seconds until more is admitted.', '"login";r=9;t=60'),
    ErrorCode: {
      description: 'The code of the error.',
      schema: { $ref: '#/components/schemas/ProblemCode' },
      example: 'ticket_not_found',
    },
    RateLimitPolicy: text('The limit, and its window in seconds.', '"login";q=10;w=60'),
  },
};

type HeaderName = keyof typeof headerComponents.headers;

const parameter = (name: keyof typeof headerComponents.parameters) => ({ $ref: `#/components/parameters/${name}` });
const header = (name: HeaderName) => ({ $ref: `#/components/headers/${name}` });

const keyConflict = 'The `Idempotency-Key` is in use, or was used for another request.';

const isOfAccount = ({ security = [] }: Operation): boolean => security.some((scheme) => 'accessToken' in scheme);

/** Describes the headers of all operations of a document. */
export function describeHeaders(paths: Record<string, Record<string, Operation>>): void {
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) describeOperation(method.toUpperCase(), path, operation);
  }
}

function describeOperation(method: string, path: string, operation: Operation): void {
  const { responses = {}, parameters: own = [] } = operation;
  const parameters = operation['x-act-for'] ? [...own, parameter('ActFor')] : own;
  operation.parameters = parameters;
  const { content } = responses['400'] ?? {};
  const takesKey = operation['x-idempotency-key'] || (methodsWithKey.has(method) && isOfAccount(operation));
  if (takesKey && content) responses['409'] ??= { description: keyConflict, content };
  const takesIfMatch = takesKey && isConditionalWrite(method, path);
  if (takesIfMatch && content) responses['412'] ??= { description: '`If-Match` names another entity tag.', content };
  const limited = { RateLimit: header('RateLimit'), 'RateLimit-Policy': header('RateLimitPolicy') };
  for (const [code, response] of Object.entries(responses)) {
    if (Number(code) >= 400) response.content = { ...response.content, [problemType]: { schema: Problem } };
    response.headers = {
      ...response.headers,
      'X-Request-Id': header('RequestId'),
      ...(Number(code) >= 400 && { 'Error-Code': header('ErrorCode') }),
      ...((operation['x-rate-limited'] || code === '429') && limited),
      ...(['429', '503'].includes(code) && { 'Retry-After': header('RetryAfter') }),
      ...(takesKey && isStored(Number(code)) && { 'Idempotency-Replayed': header('IdempotencyReplayed') }),
    };
  }
  if (takesKey) operation.parameters = [...parameters, parameter('IdempotencyKey')];
  if (takesIfMatch) operation.parameters = [...(operation.parameters ?? []), parameter('IfMatch')];
  const success = responses['200'];
  const schema = success?.content?.['application/json']?.schema;
  if (method !== 'GET' || !success || !schema) return;
  const isPage = ['items', 'total', 'limit', 'offset'].every((name) => name in (schema.properties ?? {}));
  const described = { ETag: header('ETag'), ...(isPage && { Link: header('Link') }) };
  Object.assign(success.headers ?? {}, described);
  responses['304'] = {
    description: 'The caller has this answer already.',
    headers: { 'X-Request-Id': header('RequestId'), ...described },
  };
  operation.parameters = [...parameters, parameter('IfNoneMatch')];
}
