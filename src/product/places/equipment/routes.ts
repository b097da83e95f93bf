import { sql } from 'kysely';
import { responses } from '../../../platform/http/openapi.ts';
import { readLane } from '../../../platform/http/read-lane.ts';
import { IdParams, OkAnswer, ok } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { everyRole } from '../../identity/auth/access.ts';
import { changeEquipment, createEquipment, deleteEquipment } from './actions.ts';
import { getEquipment, listEquipment, requireReadableObject } from './queries.ts';
import { ChangeEquipment, CreateEquipment, Equipment, EquipmentPage, EquipmentQuery } from './schemas.ts';

const roles = ['client', 'admin'] as const;

export function equipmentRoutes(app: TypedFastify, { db, clock, config }: RouteDeps): void {
  app.get(
    '/ext/objects/:id/equipment',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'List the equipment of an object',
        description: 'For those who see the object, and for active members of its project.',
        params: IdParams,
        querystring: EquipmentQuery,
        response: responses(200, EquipmentPage, 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { actor, params, query } = request;
      await requireReadableObject(db.read, actor, params.id);
      return readLane(db, request, query)((lane) => listEquipment(lane, actor, params.id, query));
    },
  );

  app.post(
    '/ext/objects/:id/equipment',
    {
      config: { roles },
      schema: {
        summary: 'Add equipment to an object',
        params: IdParams,
        body: CreateEquipment,
        response: responses(201, Equipment, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, params, body }) => db.transaction((tx) => createEquipment(tx, config, actor, params.id, body, clock())),
  );

  app.get(
    '/ext/equipment/:id',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Read a piece of equipment',
        description: 'Its history is `GET /ext/tickets?equipment_id=`.',
        params: IdParams,
        response: responses(200, Equipment, 400, 401, 403, 404),
      },
    },
    (request) => getEquipment(db.read, request.actor, request.params.id),
  );

  app.patch(
    '/ext/equipment/:id',
    {
      config: { roles },
      schema: {
        summary: 'Change equipment',
        params: IdParams,
        body: ChangeEquipment,
        response: responses(200, Equipment, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, params, body }) => db.transaction((tx) => changeEquipment(tx, actor, params.id, body)),
  );

  app.delete(
    '/ext/equipment/:id',
    {
      config: { roles },
      schema: {
        summary: 'Delete equipment',
        description:
          'With its portal and its documents. Equipment that tickets are about is disabled instead (409); schedules and reports forget it.',
        params: IdParams,
        response: responses(200, OkAnswer, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, params }) => ok(db.transaction((tx) => deleteEquipment(tx, actor, params.id))),
  );
}

/** What stands in objects and is maintained (docs/decisions/places.md). */
export const equipment: Module = {
  name: 'equipment',
  tag: 'equipment',
  tables: ['equipment'],
  personalData: [
    {
      table: 'equipment',
      kept: { name: 'a machine or a part of a building' },
      rowsOf: (id) => sql`t.object_id in (
        select o.id from objects as o join projects as p on p.id = o.project_id where p.client_id = ${id})`,
    },
  ],
  routes: equipmentRoutes,
};
