import { responses } from '../../../platform/http/openapi.ts';
import { publicUrlOf } from '../../../platform/http/public-url.ts';
import { readLane } from '../../../platform/http/read-lane.ts';
import { IdParams, OkAnswer } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { everyRole } from '../../identity/auth/access.ts';
import { requireVisibleTicket } from '../../tickets/queries.ts';
import { addPhoto, removePhoto, requireCanAddPhoto } from './actions.ts';
import { fileDeletionJob } from './file-deletion.ts';
import { listPhotos, present } from './queries.ts';
import { PhotoParams, PhotoQuery, TicketPhoto, TicketPhotoPage } from './schemas.ts';
import { createUploadReceiver } from './upload-receiver.ts';

export async function photoRoutes(app: TypedFastify, deps: Deps): Promise<void> {
  const { db, clock, config, storage } = deps;
  const receiveUpload = await createUploadReceiver(app, config);

  app.get(
    '/tickets/:id/photos',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'List the photos of a ticket',
        params: IdParams,
        querystring: PhotoQuery,
        response: responses(200, TicketPhotoPage, 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { actor, params, query } = request;
      await requireVisibleTicket(db.read, actor, params.id);
      const links = { storage, now: clock(), baseUrl: publicUrlOf(request, config) };
      const page = await readLane(db, request, query)((lane) => listPhotos(lane, params.id, query, links));
      return { ...page, max_per_ticket: config.photoMaxPerTicket };
    },
  );

  app.post(
    '/tickets/:id/photos',
    {
      config: { roles: ['worker', 'admin'], multipart: true },
      schema: {
        summary: 'Add a photo',
        description:
          'A jpeg, png or webp file in the field `file`; the bytes decide, not the name. For the assigned worker or an admin, while the ticket is in progress.',
        consumes: ['multipart/form-data'],
        params: IdParams,
        response: responses(201, TicketPhoto, 400, 401, 403, 404, 409),
      },
    },
    async (request) => {
      const { id } = request.params;
      await requireCanAddPhoto(db.read, config, request.actor, id);
      const photo = await receiveUpload(request, (upload, { isGone }) => addPhoto(deps, request.actor, id, upload, { isGone }));
      const links = { storage, now: clock(), baseUrl: publicUrlOf(request, config) };
      return present(photo, links);
    },
  );

  app.delete(
    '/tickets/:id/photos/:photo_id',
    {
      config: { roles: ['worker', 'admin'] },
      schema: {
        summary: 'Remove a photo',
        description: 'A worker removes its own while the ticket is in progress, an admin any.',
        params: PhotoParams,
        response: responses(200, OkAnswer, 400, 401, 403, 404, 409),
      },
    },
    async (request) => {
      const { id, photo_id } = request.params;
      await db.transaction((tx) => removePhoto(tx, deps.subscriptions, request.actor, id, photo_id, clock()));
      deps.jobs.trigger(fileDeletionJob);
      return { ok: true };
    },
  );
}
