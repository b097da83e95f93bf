import fastifyCookie from '@fastify/cookie';
import fastifyCors from '@fastify/cors';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyInstance } from 'fastify';
import { installedAppRoutes } from './appliance/console/installed-app-routes.ts';
import { consoleRoutes } from './appliance/console/routes.ts';
import { dropHooks, modules } from './modules.ts';
import { databaseChecks } from './platform/health/database-checks.ts';
import { Admission } from './platform/http/admission.ts';
import { registerBodyParser } from './platform/http/body-parser.ts';
import { registerCheckedChanges } from './platform/http/checked-changes.ts';
import { registerConditionalRequests } from './platform/http/conditional-requests.ts';
import { registerConditionalWrites } from './platform/http/conditional-writes.ts';
import { requestHeaders, responseHeaders } from './platform/http/cors-headers.ts';
import { registerCrossSiteCheck } from './platform/http/cross-site.ts';
import { handleError } from './platform/http/error-handler.ts';
import { badRequest, notFound } from './platform/http/errors.ts';
import { registerGracefulShutdown } from './platform/http/graceful-shutdown.ts';
import { refuseHeadOfStreams } from './platform/http/head-requests.ts';
import { registerHeapLoadShedding } from './platform/http/heap-load-shedding.ts';
import { registerIdempotency } from './platform/http/idempotency/register-idempotency.ts';
import { answerCreated, describeAccess, registerOpenApi, serveSwaggerUi } from './platform/http/openapi.ts';
import { registerPageLinks } from './platform/http/page-links.ts';
import { RateLimiter } from './platform/http/rate-limiter.ts';
import { registerAccountRateLimits, registerRateLimits } from './platform/http/rate-limits.ts';
import { recordResponses } from './platform/http/request-logging.ts';
import { registerResponseHeaders } from './platform/http/response-headers.ts';
import { answerProtocolErrors, serverOptions } from './platform/http/server.ts';
import { traceRequests } from './platform/http/trace-requests.ts';
import type { TypedFastify } from './platform/http/typed-fastify.ts';
import { normalizeRequest, serializerCompiler, validationError, validatorCompiler } from './platform/http/validation.ts';
import type { Deps } from './platform/module/deps.ts';
import type { CommentAttachmentLookup, Module, SecondFactorLookup } from './platform/module/module.ts';
import { platformPersonalData } from './platform/module/platform-personal-data.ts';
import type { TicketAdditions } from './platform/module/ticket-fields.ts';
import { BearerTokens } from './platform/security/bearer-tokens.ts';
import { systemRoutes } from './platform/system/routes.ts';
import { registerAccess } from './product/identity/auth/access.ts';
import { accessTokenScheme } from './product/identity/auth/access-tokens.ts';
import { ActingRights } from './product/identity/auth/acting.ts';

/** @returns the HTTP application with the routes of these modules; it does not listen yet */
export async function buildApp(deps: Deps, parts: readonly Module[] = modules): Promise<FastifyInstance> {
  const { config } = deps;
  const tokens = new BearerTokens([...parts.flatMap((one) => one.bearerTokens?.(deps) ?? []), accessTokenScheme(deps)]);
  const admission = new Admission(deps, tokens);
  const app = Fastify(serverOptions(deps.log, config, admission));
  answerProtocolErrors(app);
  registerGracefulShutdown(app);
  refuseHeadOfStreams(app);
  registerResponseHeaders(app, config);
  recordResponses(app, config, deps.metrics);
  if (deps.tracer) traceRequests(app, deps.tracer);
  app.setErrorHandler(handleError);
  await registerHeapLoadShedding(app);
  if (config.corsOrigins.length > 0) {
    await app.register(fastifyCors, {
      origin: config.corsOrigins,
      credentials: true,
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowedHeaders: [...requestHeaders],
      exposedHeaders: [...responseHeaders],
      maxAge: 600,
      strictPreflight: false,
    });
  }
  app.setNotFoundHandler(() => {
    throw notFound('path');
  });
  app.addHook('onRequest', async ({ is404, raw, routeOptions }) => {
    if (raw.httpVersion === '1.1' && raw.headers.host === undefined)
      throw badRequest('host_missing', 'the header Host is missing'); // RFC 9112, 3.2
    if (is404 || !routeOptions.config.roles) await admission.waitAsAnonymous(raw);
    if (is404) throw notFound('path'); // before the body is read
  });
  await registerOpenApi(app);
  await app.register(async (scope) => registerApi(scope.withTypeProvider<TypeBoxTypeProvider>(), deps, parts, tokens, admission));
  await app.register((scope) => consoleRoutes(scope, deps.storage));
  await app.register((scope) => installedAppRoutes(scope, config));
  if (config.swagger) await app.register(serveSwaggerUi);
  return app;
}

/** Registers the operations of the API and the hooks that they share. */
async function registerApi(
  api: TypedFastify,
  deps: Deps,
  parts: readonly Module[],
  tokens: BearerTokens,
  admission: Admission,
): Promise<void> {
  api.setValidatorCompiler(validatorCompiler);
  api.setSerializerCompiler(serializerCompiler);
  api.setSchemaErrorFormatter(validationError);
  api.addHook('onRoute', describeAccess);
  api.addHook('onRoute', answerCreated);
  let tagOfModule: string | undefined = 'service';
  api.addHook('onRoute', ({ schema }) => {
    if (schema && tagOfModule) schema.tags ??= [tagOfModule];
  });
  api.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
  const rateLimiter = new RateLimiter(deps);
  registerCrossSiteCheck(api, deps.config);
  registerRateLimits(api, deps, rateLimiter);
  const actingRights = parts.flatMap(({ actingRight }) => actingRight ?? []);
  registerAccess(api, deps, tokens, admission, new ActingRights(deps, actingRights));
  registerAccountRateLimits(api, deps, rateLimiter);
  await api.register(fastifyCookie);
  registerIdempotency(api, deps);
  registerCheckedChanges(api, deps.db);
  registerBodyParser(api);
  api.addHook('preValidation', normalizeRequest);
  registerPageLinks(api);
  registerConditionalRequests(api);
  registerConditionalWrites(api, deps);

  const healthChecks = [...databaseChecks(deps.db), ...parts.flatMap((one) => one.healthChecks?.(deps) ?? [])];
  systemRoutes(api, deps, healthChecks);
  const lookups = parts.flatMap((one) => one.findAccountsWithSecondFactor ?? []);
  const findAccountsWithSecondFactor: SecondFactorLookup = async (db, ids) => {
    const found = await Promise.all(lookups.map((lookUp) => lookUp(db, ids)));
    return new Set(found.flatMap((set) => [...set]));
  };
  const attachmentLookups = parts.flatMap((one) => one.findCommentAttachments?.(deps) ?? []);
  const findCommentAttachments: CommentAttachmentLookup = async (db, ids, links) => {
    const found = await Promise.all(attachmentLookups.map((lookUp) => lookUp(db, ids, links)));
    return new Map(found.flatMap((map) => [...map]));
  };
  const loginChecks = parts.flatMap(({ loginCheck }) => loginCheck?.({ ...deps, rateLimiter }) ?? []);
  const passwordHooks = parts.flatMap(({ passwordHook }) => passwordHook ?? []);
  const apiTokenHooks = parts.flatMap(({ apiTokenHook }) => apiTokenHook?.(deps) ?? []);
  const ticketAdditions = ticketAdditionsOf(deps, parts);
  const personalData = [...parts.flatMap((one) => one.personalData ?? []), ...platformPersonalData];
  const lookUps = { findAccountsWithSecondFactor, findCommentAttachments };
  const routeDeps = {
    ...deps,
    actingRights,
    rateLimiter,
    loginChecks,
    passwordHooks,
    apiTokenHooks,
    ...lookUps,
    ticketAdditions,
    personalData,
    dropHooks: dropHooks(parts),
  };
  for (const { tag, routes } of parts) {
    tagOfModule = tag;
    await routes?.(api, routeDeps);
  }
}

function ticketAdditionsOf(deps: Deps, parts: readonly Module[]): TicketAdditions {
  const additions = parts.flatMap((one) => one.ticketAdditions?.(deps) ?? []);
  return {
    fields: additions.flatMap(({ fields }) => fields ?? []),
    filters: additions.flatMap(({ filters }) => filters ?? []),
    orders: additions.flatMap(({ orders }) => orders ?? []),
  };
}
