import { Type } from 'typebox';
import type { Db } from '../../../platform/database/database.ts';
import { etagOf, matchesEtag } from '../../../platform/http/entity-tag.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { networkCaller } from '../../../platform/http/fair-queue-key.ts';
import { notModified, responses } from '../../../platform/http/openapi.ts';
import { IdParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import type { StoredFile } from '../../../platform/storage/storage.ts';
import { FileQuery } from '../photos/schemas.ts';
import { needsSignedLink, photoHeaders, requireSignedLink } from '../photos/signed-link.ts';
import { thumbStoreOf } from './thumb-store.ts';

interface ThumbRoute {
  /** with the parameter `id` */
  path: string;
  /** names the file in a 404 */
  kind: StoredFile['kind'];
  description: { summary: string; description: string };
  /** what the link of a file signs */
  linkSubject: (id: number) => string;
  find: (db: Db, id: number) => Promise<StoredFile | undefined>;
}

const thumbType = 'image/webp';

/** Adds a route that answers the small version of a file by its signed link. */
export function thumbRoute(app: TypedFastify, deps: RouteDeps, { path, kind, description, linkSubject, find }: ThumbRoute): void {
  const { db, clock, config, links } = deps;
  const thumbs = thumbStoreOf(deps);
  const file = { description: 'A WebP file.', content: { [thumbType]: { schema: Type.String({ format: 'binary' }) } } };
  const response: object = { ...responses(200, Type.Unknown(), 400, 403, 404), 304: notModified, 200: file };

  app.get(
    path,
    {
      config: { public: true, unlimited: needsSignedLink },
      schema: { ...description, params: IdParams, querystring: FileQuery, response },
    },
    async (request, reply) => {
      const { id } = request.params;
      const isSigned = (expires: number, signature: string) => links.isSigned(linkSubject(id), expires, signature);
      const secondsLeft = requireSignedLink(request.query, clock(), isSigned);
      const stored = await find(db.read, id);
      if (!stored) throw notFound(kind);
      const thumb = await thumbs.read(stored, networkCaller(request, config.trustedProxies));
      const etag = etagOf(thumb);
      reply.headers({ ...photoHeaders(secondsLeft), etag });
      if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return reply.type(thumbType).send(thumb);
    },
  );
}
