import { responses } from '../../../platform/http/openapi.ts';
import { readLane } from '../../../platform/http/read-lane.ts';
import { IdParams, OkAnswer, ok } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { requireWithinQuota } from '../../quotas.ts';
import { changeRule, createRule, deleteRule, runNow } from './actions.ts';
import { getNextRunStatus, getRule, listRules, listRuns, requireRule } from './queries.ts';
import {
  ChangeRule,
  CreateRule,
  NextRunStatus,
  RecurringRule,
  RecurringRulePage,
  RecurringRunPage,
  RuleQuery,
  RunAnswer,
  RunQuery,
} from './schemas.ts';

const roles = ['client', 'admin'] as const;

export function recurringRoutes(app: TypedFastify, { db, clock, config, subscriptions, deliveries, metrics }: Deps): void {
  app.get(
    '/recurring',
    {
      config: { roles },
      schema: { summary: 'List rules', querystring: RuleQuery, response: responses(200, RecurringRulePage, 400, 401, 403) },
    },
    (request) => readLane(db, request, request.query)((lane) => listRules(lane, request.actor, request.query)),
  );

  app.post(
    '/recurring',
    {
      config: { roles },
      schema: {
        summary: 'Create a recurring rule',
        description: 'It creates a ticket at the anchor and every period after it, if the previous ticket is closed.',
        body: CreateRule,
        response: responses(201, RecurringRule, 400, 401, 403, 404, 409),
      },
    },
    async (request) => {
      const { floor = '', priority = 'normal', ...rule } = request.body;
      return db.transaction(async (tx) => {
        const now = clock();
        const newRule = await getRule(tx, request.actor, await createRule(tx, request.actor, { ...rule, floor, priority }, now));
        await requireWithinQuota(tx, 'rules', config.quotas, newRule.client_id, now);
        return newRule;
      });
    },
  );

  app.get(
    '/recurring/:id',
    {
      config: { roles },
      schema: { summary: 'Read one rule', params: IdParams, response: responses(200, RecurringRule, 400, 401, 403, 404) },
    },
    (request) => getRule(db.read, request.actor, request.params.id),
  );

  app.patch(
    '/recurring/:id',
    {
      config: { roles },
      schema: {
        summary: 'Change, disable or enable a rule',
        description: 'The next run is counted from the last one by the new schedule.',
        params: IdParams,
        body: ChangeRule,
        response: responses(200, RecurringRule, 400, 401, 403, 404),
      },
    },
    (request) => db.transaction((tx) => changeRule(tx, request.actor, request.params.id, request.body, clock())),
  );

  app.delete(
    '/recurring/:id',
    {
      config: { roles },
      schema: {
        summary: 'Delete a rule and its history',
        description: 'Its tickets stay.',
        params: IdParams,
        response: responses(200, OkAnswer, 400, 401, 403, 404),
      },
    },
    (request) => ok(db.transaction((tx) => deleteRule(tx, request.actor, request.params.id, clock()))),
  );

  app.post(
    '/recurring/:id/run',
    {
      config: { roles },
      schema: {
        summary: 'Run a rule now',
        description: 'The next run follows this one by the schedule.',
        params: IdParams,
        response: responses(201, RunAnswer, 400, 401, 403, 404, 409),
      },
    },
    async (request) => {
      const ticket_id = await db.transaction((tx) =>
        runNow(tx, { subscriptions, deliveries }, request.actor, request.params.id, clock()),
      );
      metrics.ruleTickets.inc({ trigger: 'hand' });
      return { ok: true, ticket_id };
    },
  );

  app.get(
    '/recurring/:id/runs',
    {
      config: { roles },
      schema: {
        summary: 'Read the history of a rule',
        params: IdParams,
        querystring: RunQuery,
        response: responses(200, RecurringRunPage, 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { actor, params, query } = request;
      await requireRule(db.read, actor, params.id);
      return readLane(db, request, query)((lane) => listRuns(lane, params.id, query));
    },
  );

  app.get(
    '/ext/recurring/:id/next-run',
    {
      config: { roles },
      schema: {
        summary: 'Read when a rule runs next and what blocks it',
        params: IdParams,
        response: responses(200, NextRunStatus, 400, 401, 403, 404),
      },
    },
    (request) => getNextRunStatus(db.read, request.actor, request.params.id, clock(), config.recurringTickMs),
  );
}
