import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { responses } from '../../../platform/http/openapi.ts';
import { heavyLane, readLane } from '../../../platform/http/read-lane.ts';
import { IdParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { deliverEvent } from '../../../platform/module/events.ts';
import type { Module } from '../../../platform/module/module.ts';
import { clientOfProject, requireWithinQuota } from '../../quotas.ts';
import { tenantOfObject } from '../../tenant.ts';
import type { ObjectChangedPayload } from '../projects/events.ts';
import { requireProject } from '../projects/queries.ts';
import { changeObject, createObject } from './actions.ts';
import { countsAllTickets, getObject, getObjectDetails, getObjectSummary, listObjects, searchObjects } from './queries.ts';
import {
  BuildingObject,
  ChangeObject,
  ChangeObjectDetails,
  CreateObject,
  ObjectDetails,
  ObjectItemPage,
  ObjectPage,
  ObjectQuery,
  ObjectSearch,
  ObjectSummary,
} from './schemas.ts';

export function objectRoutes(app: TypedFastify, { db, clock, config, subscriptions, deliveries }: Deps): void {
  const deliverChange = (tx: Tx, object_id: number, change: ObjectChangedPayload['change'], now: Date): Promise<void> => {
    const payload: ObjectChangedPayload = { kind: 'object_changed', object_id, change };
    return deliverEvent(tx, { subscriptions, deliveries }, 'object_changed', {}, [payload], tenantOfObject(object_id), now);
  };

  app.get(
    '/projects/:id/objects',
    {
      config: { roles: ['client', 'admin'] },
      schema: {
        summary: 'List the objects of a project',
        params: IdParams,
        querystring: ObjectQuery,
        response: responses(200, ObjectPage, 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { actor, params, query } = request;
      await requireProject(db.read, actor, params.id);
      return readLane(db, request, query)((lane) => listObjects(lane, actor, params.id, query));
    },
  );

  app.get(
    '/ext/objects',
    {
      config: { roles: ['client', 'admin'] },
      schema: {
        summary: 'Search the objects of all projects',
        description: 'With how many of their tickets are open and overdue.',
        querystring: ObjectSearch,
        response: responses(200, ObjectItemPage, 400, 401, 403),
      },
    },
    (request) => {
      const { actor, query } = request;
      const lane = countsAllTickets(query) ? heavyLane(db, request) : readLane(db, request, query);
      return lane((reader) => searchObjects(reader, actor, query, clock()));
    },
  );

  app.get(
    '/ext/objects/:id',
    {
      config: { roles: ['client', 'admin'] },
      schema: {
        summary: 'Read an object with what there is to do and to know',
        params: IdParams,
        response: responses(200, ObjectSummary, 400, 401, 403, 404),
      },
    },
    (request) => getObjectSummary(db.read, request.actor, request.params.id, clock()),
  );

  app.post(
    '/projects/:id/objects',
    {
      config: { roles: ['client', 'admin'] },
      schema: {
        summary: 'Add an object to a project',
        params: IdParams,
        body: CreateObject,
        response: responses(201, BuildingObject, 400, 401, 403, 404, 409),
      },
    },
    async (request) => {
      const { params, body, actor } = request;
      const now = clock();
      return db.transaction(async (tx) => {
        const object = await createObject(tx, actor, params.id, body, now);
        await requireWithinQuota(tx, 'objects', config.quotas, clientOfProject(params.id), now);
        await deliverChange(tx, object.id, 'created', now);
        return object;
      });
    },
  );

  app.patch(
    '/objects/:id',
    {
      config: { roles: ['client', 'admin'] },
      schema: {
        summary: 'Change an object',
        description: 'Tickets that exist keep the address they have.',
        params: IdParams,
        body: ChangeObject,
        response: responses(200, BuildingObject, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, params, body }) =>
      db.transaction(async (tx) => {
        await changeObject(tx, actor, params.id, body);
        await deliverChange(tx, params.id, 'changed', clock());
        return getObject(tx, actor, params.id);
      }),
  );

  app.patch(
    '/ext/objects/:id',
    {
      config: { roles: ['client', 'admin'] },
      schema: {
        summary: 'Change an object or its reference',
        description: 'As `PATCH /objects/{id}`, with the reference beside.',
        params: IdParams,
        body: ChangeObjectDetails,
        response: responses(200, ObjectDetails, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, params, body }) =>
      db.transaction(async (tx) => {
        await changeObject(tx, actor, params.id, body);
        await deliverChange(tx, params.id, 'changed', clock());
        return getObjectDetails(tx, actor, params.id);
      }),
  );
}

export const objects: Module = {
  name: 'objects',
  tag: 'projects',
  tables: ['objects'],
  personalData: [
    {
      table: 'objects',
      kept: { name: 'the building', address: 'where it is' },
      rowsOf: (id) => sql`t.project_id in (select id from projects where client_id = ${id})`,
      secrets: ['name_address_folded', 'name_address_search'],
    },
  ],
  routes: objectRoutes,
};
