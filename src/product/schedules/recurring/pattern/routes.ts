import { responses } from '../../../../platform/http/openapi.ts';
import { readLane } from '../../../../platform/http/read-lane.ts';
import { IdParams, OkAnswer, ok } from '../../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../../platform/http/typed-fastify.ts';
import type { Deps } from '../../../../platform/module/deps.ts';
import { requireWithinQuota } from '../../../quotas.ts';
import { createRule } from '../actions.ts';
import { getListedRule, getRule, listRulesWithPatterns } from '../queries.ts';
import { RuleSearch } from '../schemas.ts';
import { removePattern, setPattern } from './actions.ts';
import { comingDates, getPattern, previewPattern } from './queries.ts';
import {
  CreateRuleWithPattern,
  ListedRule,
  ListedRulePage,
  PatternBody,
  PatternPreview,
  PreviewQuery,
  RecurringPattern,
  RuleWithPattern,
} from './schemas.ts';

const roles = ['client', 'admin'] as const;

export function patternRoutes(app: TypedFastify, { db, clock, config }: Deps): void {
  app.get(
    '/ext/recurring',
    {
      config: { roles },
      schema: {
        summary: 'List rules with their patterns',
        description: 'As `GET /recurring`; `object_id` finds those of one object.',
        querystring: RuleSearch,
        response: responses(200, ListedRulePage, 400, 401, 403),
      },
    },
    (request) => readLane(db, request, request.query)((lane) => listRulesWithPatterns(lane, request.actor, request.query)),
  );

  app.get(
    '/ext/recurring/:id',
    {
      config: { roles },
      schema: {
        summary: 'Read one rule with its pattern',
        params: IdParams,
        response: responses(200, ListedRule, 400, 401, 403, 404),
      },
    },
    ({ actor, params }) => getListedRule(db.read, actor, params.id),
  );

  app.post(
    '/ext/recurring',
    {
      config: { roles },
      schema: {
        summary: 'Create a recurring rule with a pattern',
        description:
          'As `POST /recurring`, in one transaction with `PUT /ext/recurring/{id}/pattern`. The rule follows the grid of `anchor_at` and `period_days` when its pattern is deleted.',
        body: CreateRuleWithPattern,
        response: responses(201, RuleWithPattern, 400, 401, 403, 404, 409),
      },
    },
    async ({ actor, body }) => {
      const { floor = '', priority = 'normal', pattern, ...rule } = body;
      return db.transaction(async (tx) => {
        const now = clock();
        comingDates(pattern, now, 1);
        const id = await createRule(tx, actor, { ...rule, floor, priority }, now);
        await setPattern(tx, actor, id, pattern, now);
        const newRule = { ...(await getRule(tx, actor, id)), pattern: await getPattern(tx, actor, id) };
        await requireWithinQuota(tx, 'rules', config.quotas, newRule.client_id, now);
        return newRule;
      });
    },
  );

  app.get(
    '/ext/recurring/preview',
    {
      config: { roles },
      schema: {
        summary: 'List the coming dates of a pattern',
        description: 'Of a pattern that no rule needs to have. Returns 400 when it has no coming dates.',
        querystring: PreviewQuery,
        response: responses(200, PatternPreview, 400, 401, 403),
      },
    },
    async ({ query }) => previewPattern(query, clock()),
  );

  app.get(
    '/ext/recurring/:id/pattern',
    {
      config: { roles },
      schema: {
        summary: 'Read the pattern of a rule',
        description: 'Returns 404 when it has none.',
        params: IdParams,
        response: responses(200, RecurringPattern, 400, 401, 403, 404),
      },
    },
    ({ actor, params }) => getPattern(db.read, actor, params.id),
  );

  app.put(
    '/ext/recurring/:id/pattern',
    {
      config: { roles },
      schema: {
        summary: 'Let a rule follow a pattern',
        description:
          'The rule then follows a calendar in local time instead of its grid, and is evaluated within a minute. It replaces the pattern before. Returns 400 for a pattern without coming dates, for a worker who is no active member of the project, and for equipment of another object.',
        params: IdParams,
        body: PatternBody,
        response: responses(200, RecurringPattern, 400, 401, 403, 404),
      },
    },
    ({ actor, params, body }) =>
      db.transaction(async (tx) => {
        await setPattern(tx, actor, params.id, body, clock());
        return getPattern(tx, actor, params.id);
      }),
  );

  app.delete(
    '/ext/recurring/:id/pattern',
    {
      config: { roles },
      schema: {
        summary: 'Let a rule follow its grid again',
        description: 'The next run is counted from the last one, as after a change of the rule.',
        params: IdParams,
        response: responses(200, OkAnswer, 400, 401, 403, 404),
      },
    },
    ({ actor, params }) => ok(db.transaction((tx) => removePattern(tx, actor, params.id, clock()))),
  );
}
