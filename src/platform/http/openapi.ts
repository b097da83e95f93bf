import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance, preHandlerHookHandler, RouteOptions } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { version } from '../lib/version.ts';
import { isSameOriginOnly } from './cross-site.ts';
import { addExamples, type DescribedApi } from './openapi-examples.ts';
import { describeHeaders, headerComponents } from './openapi-headers.ts';
import { BinaryFile, ErrorAnswer } from './schemas.ts';

const statusDescriptions = {
  200: 'Done.',
  201: 'Created.',
  302: 'Go on at the address of `Location`.',
  303: 'For browsers: go on at the address of `Location`.',
  400: 'The id, the query or the body is malformed, or a precondition on the input fails.',
  401: 'There is no valid access token, or the credentials are wrong.',
  403: 'The role does not fit, the resource is foreign, or the account may not be used.',
  404: 'There is no such resource, or it is hidden from you.',
  409: 'The state does not allow it.',
  410: 'What was asked for is not kept any more.',
  429: 'Too many attempts; `Retry-After` names the seconds to wait.',
  500: 'The service or its database cannot answer now.',
  503: 'Too much is under way; `Retry-After` names the seconds to wait.',
} as const;
type ErrorCode = 400 | 401 | 403 | 404 | 409 | 410 | 429;

const errorResponse = (code: keyof typeof statusDescriptions): object => ({
  ...ErrorAnswer,
  'x-response-description': statusDescriptions[code],
});

/** The response schemas of an operation: one success, its errors, 500 and 503. */
export function responses<const Code extends 200 | 201, Shape extends TSchema>(
  success: Code,
  shape: Shape,
  ...errorCodes: ErrorCode[]
) {
  const errors = [...errorCodes, 500 as const, 503 as const].map((code) => [code, errorResponse(code)]);
  return {
    [success]: { ...shape, 'x-response-description': statusDescriptions[success] },
    ...Object.fromEntries(errors),
  } as { [code in Code]: Shape };
}

/** Handlers answer with 201 where their schema has it as the success. */
export function answerCreated(route: RouteOptions): void {
  const { response } = (route.schema ?? {}) as { response?: object };
  if (!response || !(201 in response)) return;
  const setStatus: preHandlerHookHandler = (_request, reply, done) => {
    reply.code(201);
    done();
  };
  route.preHandler = [route.preHandler ?? [], setStatus].flat();
}

const redirectResponse = (code: 302 | 303) => Type.Null({ 'x-response-description': statusDescriptions[code] });

/** The response of an operation to the form of a browser, beside the one to programs. */
export const seeOther: object = { 303: redirectResponse(303) };

/** The response schemas of an operation to which browsers navigate. */
export const redirects = (...errorCodes: ErrorCode[]) => {
  const { 200: _, ...errors } = responses(200, Type.Null(), ...errorCodes);
  return { ...errors, 302: redirectResponse(302) };
};

/** The response to `If-None-Match`, which has no body. */
export const notModified: object = {
  type: 'null',
  'x-response-description': 'The entity tag of `If-None-Match` is the present one.',
};

const description = `
Maintenance requests from report to confirmation. Sign in with \`POST /auth/login\` and send the
token as \`Authorization: Bearer ...\`; programs send an API token of \`POST /ext/tokens\` instead.
Every answer that is not a success has the body \`{"error": "..."}\`, or that of RFC 9457 where the header
\`Accept\` names \`application/problem+json\`, and its code in the header \`Error-Code\`. Lists take \`limit\`, \`offset\`, \`sort\` and \`order\` and answer
\`{items, total, limit, offset}\`. Timestamps are RFC 3339 in UTC. \`GET /ext/live\` streams which tickets changed, as
server-sent events.
`.trim();

/** The plugin drops parameters and summaries of callbacks, so routes give them as an extension. */
function moveCallbacks(paths: Record<string, Record<string, { 'x-callbacks'?: object; callbacks?: object }>>): void {
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    if (operation['x-callbacks']) operation.callbacks = operation['x-callbacks'];
  }
}

/**
 * Describes headers, moves every schema with a title into components, removes the `x-` keywords and adds examples. A schema that is
 * described otherwise in each place has its descriptions there, beside the reference.
 */
function completeDocument(document: { paths?: object; components?: object }): object {
  const schemas: Record<string, { description?: string }> = {};
  const references: { title: string; reference: { $ref: string; description?: string }; description?: string }[] = [];
  const described = JSON.parse(JSON.stringify(document.paths));
  describeHeaders(described);
  moveCallbacks(described);
  const paths = JSON.parse(JSON.stringify(described), (key, value) => {
    if (key.startsWith('x-')) return undefined;
    if (typeof value !== 'object' || value === null) return value;
    // Parameters with a default are optional.
    if (value.in === 'query' && 'default' in value.schema) delete value.required;
    if (typeof value.title !== 'string' || !('type' in value || 'anyOf' in value)) return value;
    schemas[value.title] = value;
    const reference = { $ref: `#/components/schemas/${value.title}` };
    references.push({ title: value.title, reference, description: value.description });
    return reference;
  });
  for (const [title, uses] of Map.groupBy(references, (one) => one.title)) {
    if (new Set(uses.map(({ description }) => description)).size === 1) continue;
    delete schemas[title]?.description;
    for (const { reference, description } of uses) if (description) reference.description = description;
  }
  const complete = { ...document, components: { ...document.components, ...headerComponents, schemas }, paths };
  addExamples(complete as DescribedApi);
  return complete;
}

const fileForm = Type.Object({ file: BinaryFile });

/** Files have a schema in the description only. */
function fileBodyOf({ multipart, csv }: RouteOptions['config'] = {}) {
  if (multipart) return { consumes: ['multipart/form-data'], body: multipart === true ? fileForm : multipart };
  return csv ? { consumes: ['text/csv'], body: Type.String() } : {};
}

const isRateLimited = ({ rateLimit, countsRateLimit, accountRateLimit }: RouteOptions['config'] = {}): boolean =>
  (rateLimit !== undefined && !countsRateLimit) || accountRateLimit !== undefined;

/** Collects the schemas of all routes that are registered after it. */
export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(fastifySwagger, {
    transform: ({ schema, url, route }) => ({
      schema: { ...schema, ...fileBodyOf(route.config), 'x-rate-limited': isRateLimited(route.config) },
      url,
    }),
    transformObject: (document) =>
      'openapiObject' in document ? completeDocument(document.openapiObject) : document.swaggerObject,
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Callout', version, description, license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: '/' }],
      tags: [
        { name: 'service', description: 'Is it there?' },
        { name: 'auth', description: 'Signing in and out, passwords' },
        { name: 'account', description: 'The own account: password, sessions, two-factor authentication, API tokens' },
        { name: 'acting', description: 'Acting for somebody: deputies of clients, and teams' },
        { name: 'users', description: 'Accounts' },
        { name: 'audit', description: 'Security events: sign-ins, passwords, accounts, deletions' },
        { name: 'projects', description: 'Projects and the objects in them' },
        { name: 'equipment', description: 'What stands in objects, its documents, and announcements' },
        { name: 'members', description: 'Workers of a project and their invitations' },
        { name: 'tickets', description: 'Requests and their journal' },
        { name: 'reassignment', description: 'Giving tickets to other workers, and handing them back' },
        { name: 'recurring', description: 'Rules that make tickets by themselves' },
        { name: 'photos', description: 'What the work looks like' },
        { name: 'attachments', description: 'Pictures with a report or a comment' },
        { name: 'portal', description: 'Reports of people without an account' },
      ],
      components: {
        securitySchemes: {
          accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Of a login, or an API token.' },
          refreshToken: { type: 'apiKey', in: 'cookie', name: 'refresh_token' },
        },
      },
    },
  });
}

/** Adds the operation id, the security scheme and the roles to the description of a route. */
export function describeAccess(route: RouteOptions): void {
  if (!route.schema || !route.config) return;
  const { roles } = route.config;
  const operationId = route.schema.operationId ?? operationIdOf(String(route.method), route.url);
  const security = roles ? [{ accessToken: [] }] : (route.schema.security ?? []);
  const rolesText = roles ? `For: ${roles.join(', ')}.` : '';
  const originsText = isSameOriginOnly(route.config)
    ? 'Returns 403 to pages of other origins, except those of CORS_ORIGINS and PUBLIC_URL.'
    : '';
  const text = [route.schema.description, originsText, rolesText].filter(Boolean).join('\n\n');
  // Operations without a body refuse one that is no JSON, too.
  const response = { ...(route.method !== 'GET' && { 400: errorResponse(400) }), ...(route.schema.response ?? {}) };
  Object.assign(route.schema, { operationId, security, response, ...(text && { description: text }) });
}

/** `PATCH /tickets/:id/assign` becomes `patchTicketsIdAssign`. */
function operationIdOf(method: string, url: string): string {
  const words = url.split(/[^A-Za-z]+/).filter(Boolean);
  return method.toLowerCase() + words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('');
}

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Callout API</title>
<link rel="stylesheet" href="swagger-ui.css">
<div id="swagger-ui"></div>
<script src="swagger-ui-bundle.js"></script>
<script src="start.js"></script>
</html>
`;
const start = `SwaggerUIBundle({ url: 'json', dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null });\n`;
const pagePolicy =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; frame-ancestors 'none'";

/** Serves Swagger UI under /swagger/, without the inline scripts of its package. */
export async function serveSwaggerUi(app: FastifyInstance): Promise<void> {
  const root = `${dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui')))}/static`;
  await app.register(fastifyStatic, { root, serve: false });
  const hidden = { schema: { hide: true } };
  app.get('/swagger', hidden, (_request, reply) => reply.redirect('/swagger/index.html'));
  app.get('/swagger/', hidden, (_request, reply) => reply.redirect('/swagger/index.html'));
  app.get('/swagger/index.html', hidden, (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy).send(page),
  );
  app.get('/swagger/start.js', hidden, (_request, reply) => reply.type('text/javascript; charset=utf-8').send(start));
  app.get('/swagger/json', hidden, () => app.swagger());
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
    app.get(`/swagger/${file}`, hidden, (_request, reply) => reply.sendFile(file));
  }
}
