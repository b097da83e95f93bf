import { responses } from '../../../platform/http/openapi.ts';
import { readLane } from '../../../platform/http/read-lane.ts';
import { IdParams, OkAnswer, ok } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import { everyRole } from '../../identity/auth/access.ts';
import { addCost, editCost, removeCost } from './actions.ts';
import { getCost, listCostEdits, listCosts, listLastCosts, requireVisibleCosts, ticketOfFormerCost } from './queries.ts';
import {
  AddCost,
  CostEditQuery,
  CostQuery,
  CostSettings,
  EditCost,
  LastCostPage,
  LastCostQuery,
  maxCostEdits,
  maxCosts,
  ProjectCosts,
  TicketCost,
  TicketCostEditPage,
  TicketCostPage,
} from './schemas.ts';
import { getCostSettings, putCostSettings } from './settings.ts';

const whoSees = 'For the owner, admins and the assigned worker';

export function costRoutes(app: TypedFastify, { db, clock }: RouteDeps): void {
  app.get(
    '/ext/projects/:id/costs',
    {
      config: { roles: ['client', 'admin'] },
      schema: {
        tags: ['projects'],
        summary: 'Read the currency and the limit of the costs of a project',
        params: IdParams,
        response: responses(200, ProjectCosts, 400, 401, 403, 404),
      },
    },
    ({ actor, params }) => getCostSettings(db.read, actor, params.id),
  );

  app.put(
    '/ext/projects/:id/costs',
    {
      config: { roles: ['client', 'admin'] },
      schema: {
        tags: ['projects'],
        summary: 'Set the currency and the limit of the costs of a project',
        description: 'The currency cannot be changed once there are costs or quotes.',
        params: IdParams,
        body: CostSettings,
        response: responses(200, ProjectCosts, 400, 401, 403, 404, 409),
      },
    },
    async ({ actor, params, body }) => {
      await db.transaction((tx) => putCostSettings(tx, actor, params.id, body));
      return body;
    },
  );

  app.get(
    '/ext/tickets/:id/costs',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'List the costs of a ticket',
        description: `${whoSees}; the oldest come first.`,
        params: IdParams,
        querystring: CostQuery,
        response: responses(200, TicketCostPage, 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { actor, params, query } = request;
      await requireVisibleCosts(db.read, actor, params.id);
      return readLane(db, request, query)((lane) => listCosts(lane, params.id, query));
    },
  );

  app.post(
    '/ext/tickets/:id/costs',
    {
      config: { roles: ['admin', 'worker'] },
      schema: {
        summary: 'Add a line to the costs of a ticket',
        description: `The assigned worker while it is in progress or done, an admin until it is closed. A ticket has at most ${maxCosts} lines.`,
        params: IdParams,
        body: AddCost,
        response: responses(201, TicketCost, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, params, body }) => db.transaction((tx) => addCost(tx, actor, params.id, body, clock())),
  );

  app.get(
    '/ext/costs/last',
    {
      config: { roles: ['admin', 'worker'] },
      schema: {
        summary: 'List what you have written down last as costs',
        description:
          'One line for each kind, text, unit and currency, with its last price, so that it can be written down again; the newest come first. Your 500 newest lines are looked at.',
        querystring: LastCostQuery,
        response: responses(200, LastCostPage, 400, 401, 403),
      },
    },
    (request) => readLane(db, request, request.query)((lane) => listLastCosts(lane, request.actor, request.query)),
  );

  app.get(
    '/ext/costs/:id',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Read a line of costs',
        description: `${whoSees}.`,
        params: IdParams,
        response: responses(200, TicketCost, 400, 401, 403, 404),
      },
    },
    async ({ actor, params }) => {
      const line = await getCost(db.read, params.id);
      await requireVisibleCosts(db.read, actor, line.ticket_id);
      return line;
    },
  );

  app.patch(
    '/ext/costs/:id',
    {
      config: { roles: ['admin', 'worker'] },
      schema: {
        summary: 'Change a line of costs',
        description: `By whoever may add one. The line as it was is kept; the lines of a ticket are changed or removed at most ${maxCostEdits} times.`,
        params: IdParams,
        body: EditCost,
        response: responses(200, TicketCost, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, params, body }) => db.transaction((tx) => editCost(tx, actor, params.id, body, clock())),
  );

  app.delete(
    '/ext/costs/:id',
    {
      config: { roles: ['admin', 'worker'] },
      schema: {
        summary: 'Remove a line of costs',
        description: 'By whoever may add one. The line as it was is kept.',
        params: IdParams,
        response: responses(200, OkAnswer, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, params }) => ok(db.transaction((tx) => removeCost(tx, actor, params.id, clock()))),
  );

  app.get(
    '/ext/tickets/:id/costs/edits',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'List the changes of the costs of a ticket',
        description: `${whoSees}: lines that were changed or removed, as they were before; the oldest come first.`,
        params: IdParams,
        querystring: CostEditQuery,
        response: responses(200, TicketCostEditPage, 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { actor, params, query } = request;
      await requireVisibleCosts(db.read, actor, params.id);
      return readLane(db, request, query)((lane) => listCostEdits(lane, { ticketId: params.id }, query));
    },
  );

  app.get(
    '/ext/costs/:id/edits',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'List the changes of a line of costs',
        description: `${whoSees}, also of a line that was removed; the oldest come first.`,
        params: IdParams,
        querystring: CostEditQuery,
        response: responses(200, TicketCostEditPage, 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { actor, params, query } = request;
      await requireVisibleCosts(db.read, actor, await ticketOfFormerCost(db.read, params.id));
      return readLane(db, request, query)((lane) => listCostEdits(lane, { costId: params.id }, query));
    },
  );
}
