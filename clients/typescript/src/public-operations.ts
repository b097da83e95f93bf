// Generated from docs/openapi.json by `npm run openapi`.

/** Operations that need no access token. */
export const publicOperations: ReadonlySet<string> = new Set([
  'GET /ping',
  'GET /ext/about',
  'POST /auth/login',
  'POST /auth/refresh',
  'POST /auth/logout',
  'POST /auth/forgot-password',
  'POST /auth/reset-password',
  'POST /ext/passkey/challenge',
  'POST /ext/passkey/sign-in',
  'GET /ext/oidc/start',
  'GET /ext/oidc/callback',
  'POST /ext/oidc/session',
  'POST /ext/grants/accept',
  'GET /ext/settings/logo',
  'POST /ext/installation/opened',
  'GET /ext/installation',
  'GET /ext/calendar/{token}.ics',
  'GET /ext/photos/{id}/thumb',
  'GET /ext/attachments/{id}/thumb',
  'GET /ext/report-photos/{id}/thumb',
  'GET /ext/portal/{token}',
  'POST /ext/portal/{token}/reports',
  'GET /ext/portal/{token}/reports/{id}/appointment',
  'POST /ext/portal/{token}/reports/{id}/appointment',
  'POST /ext/portal/{token}/reports/{id}/messages',
  'POST /ext/portal/{token}/reports/{id}/rating',
  'POST /ext/notifications/unsubscribe',
]);

/** Writes that store nothing for an Idempotency-Key. */
export const writesWithoutKey: ReadonlySet<string> = new Set([
  'POST /auth/login',
  'POST /auth/refresh',
  'POST /auth/logout',
  'POST /auth/forgot-password',
  'POST /auth/reset-password',
  'POST /ext/passkey/challenge',
  'POST /ext/passkey/sign-in',
  'POST /ext/oidc/session',
  'POST /ext/grants/accept',
  'POST /ext/installation/opened',
  'POST /ext/portal/{token}/reports/{id}/appointment',
  'POST /ext/portal/{token}/reports/{id}/rating',
  'POST /ext/notifications/unsubscribe',
]);
