import { responses } from '../../../platform/http/openapi.ts';
import { readLane } from '../../../platform/http/read-lane.ts';
import { IdParams, OkAnswer, ok } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { everyRole } from '../../identity/auth/access.ts';
import { requireReadableObject } from '../equipment/queries.ts';
import { changeAnnouncement, createAnnouncement, deleteAnnouncement } from './actions.ts';
import { announcementsField, getAnnouncement, listAnnouncements } from './queries.ts';
import {
  Announcement,
  AnnouncementPage,
  AnnouncementQuery,
  ChangeAnnouncement,
  CreateAnnouncement,
  maxAnnouncements,
} from './schemas.ts';

const roles = ['client', 'admin'] as const;

export function announcementRoutes(app: TypedFastify, { db, clock }: RouteDeps): void {
  app.get(
    '/ext/objects/:id/announcements',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'List the announcements of an object',
        description: 'Past and coming ones, too. For those who see the object, and for active members of its project.',
        params: IdParams,
        querystring: AnnouncementQuery,
        response: responses(200, AnnouncementPage, 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { actor, params, query } = request;
      await requireReadableObject(db.read, actor, params.id);
      return readLane(db, request, query)((lane) => listAnnouncements(lane, params.id, query, clock()));
    },
  );

  app.post(
    '/ext/objects/:id/announcements',
    {
      config: { roles },
      schema: {
        summary: 'Announce something about an object',
        description: `The public pages of the object and of its equipment show it from \`from\` to \`to\`, and so do its tickets. An object has at most ${maxAnnouncements}, past ones included.`,
        params: IdParams,
        body: CreateAnnouncement,
        response: responses(201, Announcement, 400, 401, 403, 404, 409),
      },
    },
    ({ actor, params, body }) => db.transaction((tx) => createAnnouncement(tx, actor, params.id, body, clock())),
  );

  app.get(
    '/ext/announcements/:id',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Read an announcement',
        params: IdParams,
        response: responses(200, Announcement, 400, 401, 403, 404),
      },
    },
    (request) => getAnnouncement(db.read, request.actor, request.params.id),
  );

  app.patch(
    '/ext/announcements/:id',
    {
      config: { roles },
      schema: {
        summary: 'Change an announcement',
        params: IdParams,
        body: ChangeAnnouncement,
        response: responses(200, Announcement, 400, 401, 403, 404),
      },
    },
    ({ actor, params, body }) => db.transaction((tx) => changeAnnouncement(tx, actor, params.id, body)),
  );

  app.delete(
    '/ext/announcements/:id',
    {
      config: { roles },
      schema: {
        summary: 'Delete an announcement',
        params: IdParams,
        response: responses(200, OkAnswer, 400, 401, 403, 404),
      },
    },
    ({ actor, params }) => ok(db.transaction((tx) => deleteAnnouncement(tx, actor, params.id))),
  );
}

/** Announcements about objects, which are shown for some time on their public pages and to workers. */
export const announcements: Module = {
  name: 'announcements',
  tag: 'equipment',
  tables: ['announcements'],
  routes: announcementRoutes,
  ticketAdditions: () => ({ fields: [announcementsField] }),
};
