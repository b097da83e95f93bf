import fastifyCookie from '@fastify/cookie';
import fastifyCors from '@fastify/cors';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyInstance } from 'fastify';
import { authRoutes } from './auth/routes.ts';
import { consoleRoutes } from './console/routes.ts';
import type { Deps } from './deps.ts';
import { registerAccess } from './http/access.ts';
import { Admission } from './http/admission.ts';
import type { Api } from './http/api.ts';
import { registerBodyParser } from './http/body-parser.ts';
import { registerCrossSiteCheck } from './http/cross-site.ts';
import { handleError } from './http/error-handler.ts';
import { notFound } from './http/errors.ts';
import { registerHeapGuard } from './http/heap-guard.ts';
import { serializerCompiler, validatorCompiler } from './http/lazy-compilers.ts';
import { describeAccess, registerOpenApi, serveSwaggerUi } from './http/openapi.ts';
import { RateLimiter } from './http/rate-limiter.ts';
import { registerAccountRateLimits, registerRateLimits } from './http/rate-limits.ts';
import { returnRequestIds } from './http/request-id.ts';
import { countResponses, logResponses } from './http/request-logging.ts';
import { sendSecurityHeaders } from './http/security-headers.ts';
import { answerOddRequests, endConnectionsOnClose, serverOptions } from './http/server.ts';
import { readRequest, validationMessage } from './http/validation.ts';
import { CachedVerifier } from './lib/tokens.ts';
import { liveRoutes } from './live/routes.ts';
import { memberRoutes } from './members/routes.ts';
import { messengerRoutes } from './messenger/routes.ts';
import { objectRoutes } from './objects/routes.ts';
import { photoRoutes } from './photos/routes.ts';
import { projectRoutes } from './projects/routes.ts';
import { recurringRoutes } from './recurring/routes.ts';
import { LocalStorage } from './storage/local.ts';
import { fileRoutes } from './storage/routes.ts';
import { systemRoutes } from './system/routes.ts';
import { healthPageRoutes } from './system/status-routes.ts';
import { ticketRoutes } from './tickets/routes.ts';
import { userRoutes } from './users/routes.ts';

/** Everything that answers requests, without listening and without the environment. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { config } = deps;
  const verifier = new CachedVerifier(deps.signingKey);
  const admission = new Admission(deps, verifier);
  const app = Fastify(serverOptions(deps.log, config, admission));
  answerOddRequests(app);
  endConnectionsOnClose(app);
  returnRequestIds(app);
  logResponses(app);
  countResponses(app, deps.metrics);
  app.setErrorHandler(handleError);
  sendSecurityHeaders(app);
  await registerHeapGuard(app);
  if (config.corsOrigins.length > 0) {
    await app.register(fastifyCors, {
      origin: config.corsOrigins,
      credentials: true,
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowedHeaders: ['Authorization', 'Content-Type'],
      exposedHeaders: ['Retry-After', 'X-Request-Id'],
      maxAge: 600,
      strictPreflight: false,
    });
  }
  app.setNotFoundHandler(() => {
    throw notFound('path');
  });
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 ? notFound('path') : undefined); // before a body is read that nobody asked for
  });
  await registerOpenApi(app);
  await app.register(async (scope) => registerApi(scope.withTypeProvider<TypeBoxTypeProvider>(), deps, verifier, admission));
  await app.register((scope) => consoleRoutes(scope, config));
  if (config.swagger) await app.register(serveSwaggerUi);
  return app;
}

/** The operations of the specification, each with who may call it. */
async function registerApi(api: Api, deps: Deps, verifier: CachedVerifier, admission: Admission): Promise<void> {
  api.setValidatorCompiler(validatorCompiler);
  api.setSerializerCompiler(serializerCompiler);
  api.setSchemaErrorFormatter(validationMessage);
  api.addHook('onRoute', describeAccess);
  api.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
  const rateLimiter = new RateLimiter(deps);
  registerCrossSiteCheck(api, deps.config);
  registerRateLimits(api, deps, rateLimiter);
  registerAccess(api, deps, verifier, admission);
  registerAccountRateLimits(api, deps, rateLimiter);
  registerBodyParser(api);
  api.addHook('preValidation', readRequest);
  await api.register(fastifyCookie);

  systemRoutes(api, deps);
  healthPageRoutes(api, deps);
  authRoutes(api, deps, rateLimiter);
  userRoutes(api, deps, rateLimiter);
  projectRoutes(api, deps);
  objectRoutes(api, deps);
  memberRoutes(api, deps);
  ticketRoutes(api, deps);
  recurringRoutes(api, deps);
  messengerRoutes(api, deps);
  liveRoutes(api, deps);
  await photoRoutes(api, deps);
  if (deps.storage instanceof LocalStorage) await fileRoutes(api, deps, deps.storage);
}
