import { responses } from '../../../platform/http/openapi.ts';
import { IdParams, OkAnswer, ok } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import { everyRole } from '../../identity/auth/access.ts';
import { requireVisibleTicket } from '../queries.ts';
import { changeChecklist, createChecklist, deleteChecklist } from './actions.ts';
import { getChecklist, getTicketChecklist, listChecklists, listUsableChecklists } from './queries.ts';
import {
  Answers,
  ChangeChecklist,
  Checklist,
  ChecklistPage,
  ChecklistQuery,
  CreateChecklist,
  maxChecklists,
  PutTicketChecklist,
  TicketChecklist,
  UsableChecklistPage,
  UsableChecklistQuery,
} from './schemas.ts';
import { answerChecklist, putTicketChecklist, removeTicketChecklist } from './ticket-actions.ts';

const roles = ['admin', 'client'] as const;

export function checklistRoutes(app: TypedFastify, { db, clock }: RouteDeps): void {
  app.get(
    '/ext/checklists',
    {
      config: { roles },
      schema: {
        summary: 'List your checklists',
        description: 'A client its own ones, an admin all.',
        querystring: ChecklistQuery,
        response: responses(200, ChecklistPage, 400, 401, 403),
      },
    },
    ({ actor, query }) => listChecklists(db.read, actor, query),
  );

  app.post(
    '/ext/checklists',
    {
      config: { roles },
      schema: {
        summary: 'Create a checklist',
        description: `At most ${maxChecklists} per client. Those of the admins can be copied to the tickets of all clients.`,
        body: CreateChecklist,
        response: responses(201, Checklist, 400, 401, 403, 409),
      },
    },
    ({ actor, body }) => db.transaction((tx) => createChecklist(tx, actor, body, clock())),
  );

  app.get(
    '/ext/checklists/:id',
    {
      config: { roles },
      schema: {
        summary: 'Read a checklist',
        params: IdParams,
        response: responses(200, Checklist, 400, 401, 403, 404),
      },
    },
    ({ actor, params }) => getChecklist(db.read, actor, params.id),
  );

  app.patch(
    '/ext/checklists/:id',
    {
      config: { roles },
      schema: {
        summary: 'Change a checklist',
        description:
          'Items that are sent with their ids stay the same ones, so that their earlier answers stand beside them. Copies in tickets do not change.',
        params: IdParams,
        body: ChangeChecklist,
        response: responses(200, Checklist, 400, 401, 403, 404),
      },
    },
    ({ actor, params, body }) => db.transaction((tx) => changeChecklist(tx, actor, params.id, body)),
  );

  app.delete(
    '/ext/checklists/:id',
    {
      config: { roles },
      schema: {
        summary: 'Delete a checklist',
        description: 'Its copies in tickets stay.',
        params: IdParams,
        response: responses(200, OkAnswer, 400, 401, 403, 404),
      },
    },
    ({ actor, params }) => ok(db.transaction((tx) => deleteChecklist(tx, actor, params.id))),
  );

  app.put(
    '/ext/tickets/:id/checklist',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Copy a checklist to a ticket',
        description:
          'For the client of the ticket, its assigned worker and admins, until it is closed. Another checklist takes the place of the one before with its answers; the same one again changes nothing; null removes it and answers an empty one.',
        params: IdParams,
        body: PutTicketChecklist,
        response: responses(200, TicketChecklist, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, params, body: { checklist_id } }) =>
      db.transaction((tx) =>
        checklist_id === null
          ? removeTicketChecklist(tx, actor, params.id)
          : putTicketChecklist(tx, actor, params.id, checklist_id),
      ),
  );

  app.get(
    '/ext/tickets/:id/checklists',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'List the checklists that can be copied to a ticket',
        description: 'Those of its client and of the admins, for whoever may copy one: its client, its worker and admins.',
        params: IdParams,
        querystring: UsableChecklistQuery,
        response: responses(200, UsableChecklistPage, 400, 401, 403, 404),
      },
    },
    ({ actor, params, query }) => listUsableChecklists(db.read, actor, params.id, query),
  );

  app.get(
    '/ext/tickets/:id/checklist',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Read the checklist of a ticket',
        description: 'For whoever sees the ticket.',
        params: IdParams,
        response: responses(200, TicketChecklist, 400, 401, 403, 404),
      },
    },
    async ({ actor, params }) => {
      await requireVisibleTicket(db.read, actor, params.id);
      return getTicketChecklist(db.read, params.id);
    },
  );

  app.patch(
    '/ext/tickets/:id/checklist',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Answer items of the checklist of a ticket',
        description: 'For the assigned worker while the ticket is in progress.',
        params: IdParams,
        body: Answers,
        response: responses(200, TicketChecklist, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, params, body }) => db.transaction((tx) => answerChecklist(tx, actor, params.id, body, clock())),
  );
}
