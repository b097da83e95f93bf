import { Type } from 'typebox';
import { etagOf, matchesEtag } from '../../../platform/http/entity-tag.ts';
import { sendLargePage } from '../../../platform/http/large-page.ts';
import { notModified, responses } from '../../../platform/http/openapi.ts';
import { publicUrlOf } from '../../../platform/http/public-url.ts';
import { calendarFeedCreations, calendarFeedsPerNetwork } from '../../../platform/http/rate-limits.ts';
import { heavyLane } from '../../../platform/http/read-lane.ts';
import { IdParams, OkAnswer, ok } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import { moduleUrl } from '../../../platform/lib/module-url.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { ownRows } from '../../../platform/module/personal-data.ts';
import { ThreadTask } from '../../../platform/threads/thread-task.ts';
import { everyRole } from '../../identity/auth/access.ts';
import { tenantOf } from '../../tenant.ts';
import { createCalendarToken, voidAfterPasswordChange, voidAllCalendarTokens, voidCalendarToken } from './actions.ts';
import type { renderFeed } from './feed.ts';
import { feedIntervalMs, feedTime, findFeedOwner, listFeedAppointments, listFeedRuns, listFeedTickets } from './feed-queries.ts';
import { getFeedState, listCalendar } from './queries.ts';
import {
  CalendarFeedState,
  CalendarFeedUrl,
  CalendarQuery,
  CalendarRunPage,
  FeedParams,
  maxRuns,
  RuleShift,
  ShiftQuery,
  ShiftRule,
} from './schemas.ts';
import { previewShift, shiftRule } from './shift-rule.ts';

const render = new ThreadTask<typeof renderFeed>(moduleUrl('./feed', import.meta.url), 'renderFeed');

const feedType = 'text/calendar; charset=utf-8';
const feedHeaders = {
  'cache-control': 'private, no-cache', // so that nothing is shown of an address that is void
  'content-disposition': 'inline; filename="callout.ics"',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
};
const feedResponses: object = {
  ...responses(200, Type.Unknown(), 403, 404, 429),
  304: notModified,
  200: { description: 'A calendar (RFC 5545).', content: { 'text/calendar': { schema: Type.String() } } },
};

export function calendarRoutes(app: TypedFastify, { db, clock, config }: RouteDeps): void {
  app.get(
    '/ext/recurring/calendar',
    {
      config: { roles: ['client', 'admin'] },
      schema: {
        tags: ['recurring'],
        summary: 'List the coming runs of your rules',
        description: `All in one page, in the order of time, at most ${maxRuns}: returns 400 when there are more.`,
        querystring: CalendarQuery,
        response: responses(200, CalendarRunPage, 400, 401, 403),
      },
    },
    async (request, reply) => {
      const page = await heavyLane(db, request)((lane) => listCalendar(lane, request.actor, request.query, clock()));
      return sendLargePage(reply, page);
    },
  );

  app.post(
    '/ext/recurring/:id/shift',
    {
      config: { roles: ['client', 'admin'] },
      schema: {
        tags: ['recurring'],
        summary: 'Move all coming runs of a rule',
        description:
          'Moves one run to another time, and all others by as much; returns the coming runs before and after. It changes `anchor_at` as `PATCH /recurring/{id}` does.',
        params: IdParams,
        querystring: ShiftQuery,
        body: ShiftRule,
        response: responses(200, RuleShift, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, params, query, body }) =>
      query.dry_run === 'true'
        ? previewShift(db.read, actor, params.id, body, clock())
        : db.transaction((tx) => shiftRule(tx, actor, params.id, body, clock())),
  );

  app.get(
    '/ext/calendar',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Read whether you have a calendar feed',
        response: responses(200, CalendarFeedState, 401, 403),
      },
    },
    ({ actor }) => getFeedState(db.read, actor.id),
  );

  app.post(
    '/ext/calendar',
    {
      config: { roles: everyRole, accountRateLimit: calendarFeedCreations },
      schema: {
        summary: 'Create the address of your calendar feed',
        description: 'The address before it is void.',
        response: responses(201, CalendarFeedUrl, 401, 403, 429),
      },
    },
    async (request) => {
      const token = await db.transaction((tx) => createCalendarToken(tx, request.actor, request.claims.sid, clock()));
      return { url: `${publicUrlOf(request, config)}/ext/calendar/${token}.ics` };
    },
  );

  app.delete(
    '/ext/calendar',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Void the address of your calendar feed',
        response: responses(200, OkAnswer, 401, 403, 404),
      },
    },
    ({ actor }) => ok(db.transaction((tx) => voidCalendarToken(tx, actor, clock()))),
  );

  app.get(
    '/ext/calendar/:token.ics',
    {
      config: { public: true, rateLimit: calendarFeedsPerNetwork, hasSecretPath: true },
      schema: {
        summary: 'Read a calendar feed',
        description:
          'Coming runs of rules for clients and admins, deadlines of open tickets for workers, and appointments for both, as the account sees them now. The address comes from `POST /ext/calendar`.',
        params: FeedParams,
        response: feedResponses,
      },
    },
    async (request, reply) => {
      const { actor, language } = await findFeedOwner(db.read, config, request.params.token);
      const now = feedTime(clock());
      const caller = { key: actor.id, tenant: await tenantOf(db, actor), isGone: () => request.raw.socket.destroyed };
      const content = await db.heavyRead(caller, async (lane) => ({
        runs: await listFeedRuns(lane, actor, now),
        tickets: await listFeedTickets(lane, actor, clock()),
        appointments: await listFeedAppointments(lane, actor, now),
      }));
      const consoleUrl = `${publicUrlOf(request, config)}/app/`;
      const text = await render.run(caller, { ...content, language, refreshIntervalMs: feedIntervalMs, consoleUrl, now });
      const etag = etagOf(text);
      reply.headers({ ...feedHeaders, etag });
      if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return reply.type(feedType).send(text);
    },
  );
}

/** Coming runs of rules, and a feed for calendar programs (docs/reports.md, Calendar). */
export const calendar: Module = {
  name: 'calendar',
  tag: 'account',
  tables: ['calendar_tokens'],
  personalData: [ownRows('calendar_tokens', 'user_id', { secrets: ['token_hash'] })],
  routes: calendarRoutes,
  passwordHook: voidAfterPasswordChange,
  credentials: { name: 'calendar feeds voided', isOptional: true, revokeAll: voidAllCalendarTokens },
};
