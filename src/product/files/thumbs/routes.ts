import { responses } from '../../../platform/http/openapi.ts';
import { publicUrlOf } from '../../../platform/http/public-url.ts';
import { readLane } from '../../../platform/http/read-lane.ts';
import { IdParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { everyRole } from '../../identity/auth/access.ts';
import { requireVisibleTicket } from '../../tickets/queries.ts';
import { findPhoto } from '../photos/queries.ts';
import { PhotoQuery } from '../photos/schemas.ts';
import { linkSubject, listThumbs, PhotoThumbPage } from './queries.ts';
import { thumbRoute } from './thumb-route.ts';

export function thumbRoutes(app: TypedFastify, deps: RouteDeps): void {
  const { db, clock, config, links } = deps;

  app.get(
    '/ext/tickets/:id/thumbs',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'List links to small versions of the photos of a ticket',
        description: 'One for each photo, in the order of the photos.',
        params: IdParams,
        querystring: PhotoQuery,
        response: responses(200, PhotoThumbPage, 400, 401, 403, 404),
      },
    },
    async (request) => {
      const { actor, params, query } = request;
      await requireVisibleTicket(db.read, actor, params.id);
      const options = { links, now: clock(), baseUrl: publicUrlOf(request, config) };
      return readLane(db, request, query)((lane) => listThumbs(lane, params.id, query, options));
    },
  );

  thumbRoute(app, deps, {
    path: '/ext/photos/:id/thumb',
    kind: 'photo',
    description: {
      summary: 'Read the small version of a photo',
      description:
        'A WebP file of at most 480 pixels on its longer side, upright and without metadata. Its links come from `GET /ext/tickets/{id}/thumbs`, for a short time. Returns 404 for a photo that cannot be decoded: read the photo itself.',
    },
    linkSubject,
    find: findPhoto,
  });
}

/** Small versions of photos. */
export const thumbs: Module = { name: 'thumbs', tag: 'photos', routes: thumbRoutes };
