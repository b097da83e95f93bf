import type { IncomingHttpHeaders } from 'node:http';
import { invalidValue } from '../../platform/http/errors.ts';
import { responses, seeOther } from '../../platform/http/openapi.ts';
import { attemptsOf, unsubscribesPerNetwork } from '../../platform/http/rate-limits.ts';
import { readLane } from '../../platform/http/read-lane.ts';
import { originOf } from '../../platform/http/request-origin.ts';
import { OkAnswer } from '../../platform/http/schemas.ts';
import type { TypedFastify } from '../../platform/http/typed-fastify.ts';
import type { Language } from '../../platform/lib/languages.ts';
import type { RouteDeps } from '../../platform/module/module.ts';
import { everyRole } from '../../product/identity/auth/access.ts';
import { pageLanguage } from '../../product/intake/portal/page/languages.ts';
import { getPreferences, putPreferences } from './preferences.ts';
import { listDecisions, listNotifications, markRead, unsubscribe } from './queries.ts';
import {
  DecisionQuery,
  MarkedRead,
  MarkRead,
  NotificationDecisionPage,
  NotificationPage,
  NotificationPreferences,
  NotificationQuery,
  NotificationSettings,
  UnsubscribeQuery,
} from './schemas.ts';
import { renderUnsubscribedPage, renderUnsubscribePage, unsubscribePageHeaders } from './unsubscribe-page.ts';

const languageOf = (headers: IncomingHttpHeaders): Language => pageLanguage('', headers['accept-language']);

export function notificationRoutes(app: TypedFastify, { db, clock, config, rateLimiter }: RouteDeps): void {
  app.get(
    '/ext/notifications',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'List what you were told',
        description: 'The newest first. A ticket that somebody has taken counts as read for the others.',
        querystring: NotificationQuery,
        response: responses(200, NotificationPage, 400, 401, 403),
      },
    },
    (request) => readLane(db, request, request.query)((lane) => listNotifications(lane, request.actor.id, request.query)),
  );

  app.post(
    '/ext/notifications/read',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Mark notifications as read',
        description: 'Ids of others, and those that are read already, change nothing.',
        body: MarkRead,
        response: responses(200, MarkedRead, 400, 401, 403),
      },
    },
    async ({ actor, body }) => {
      if ((body.ids === undefined) === (body.all === undefined)) throw invalidValue('ids', 'is required, or all in its place');
      const unread = await markRead(db, actor.id, body, clock());
      return { ok: true, unread };
    },
  );

  app.get(
    '/ext/notifications/preferences',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Read what you are told where',
        response: responses(200, NotificationPreferences, 401, 403),
      },
    },
    ({ actor }) => getPreferences(db.read, config, actor, clock()),
  );

  app.put(
    '/ext/notifications/preferences',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Choose what you are told where',
        description: 'Replaces all preferences. The inbox has everything, whatever is chosen.',
        body: NotificationSettings,
        response: responses(200, NotificationPreferences, 400, 401, 403),
      },
    },
    async ({ actor, body }) => {
      await db.transaction((tx) => putPreferences(tx, actor, body));
      return getPreferences(db.read, config, actor, clock());
    },
  );

  app.get(
    '/ext/notifications/deliveries',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'See why you got a message or did not',
        description: 'What each channel did with each notification. Admins can ask for another account.',
        querystring: DecisionQuery,
        response: responses(200, NotificationDecisionPage, 400, 401, 403),
      },
    },
    (request) => {
      const { actor, query } = request;
      return readLane(db, request, query)((lane) => listDecisions(lane, query.user_id ?? actor.id, query));
    },
  );

  const page = { public: true, unlimited: 'a page from memory' } as const;
  app.get(
    '/ext/notifications/unsubscribe',
    { config: page, schema: { hide: true, querystring: UnsubscribeQuery } },
    ({ headers }, reply) => reply.headers(unsubscribePageHeaders).send(renderUnsubscribePage(languageOf(headers))),
  );
  app.get('/ext/notifications/unsubscribed', { config: page, schema: { hide: true } }, ({ headers }, reply) =>
    reply.headers(unsubscribePageHeaders).send(renderUnsubscribedPage(languageOf(headers))),
  );

  app.post(
    '/ext/notifications/unsubscribe',
    {
      // Counted after the validation, because pages of any origin can send it. Programs for mail send `Origin: null`.
      config: { public: true, ignoresBody: true, rateLimit: unsubscribesPerNetwork, countsRateLimit: true, anyOrigin: true },
      schema: {
        summary: 'Turn off notifications by mail',
        description: 'For mail programs: the address is in the header List-Unsubscribe of each mail.',
        querystring: UnsubscribeQuery,
        response: { ...responses(200, OkAnswer, 400, 429), ...seeOther },
      },
    },
    async (request, reply) => {
      const { key } = request.query;
      await rateLimiter.consume(attemptsOf(unsubscribesPerNetwork, originOf(request, config.trustedProxies)), clock());
      await db.transaction((tx) => unsubscribe(tx, key));
      return request.headers.accept?.includes('text/html') ? reply.redirect('unsubscribed', 303) : { ok: true };
    },
  );
}
