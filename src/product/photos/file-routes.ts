import { access } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Deps } from '../../platform/capability/deps.ts';
import { notFound } from '../../platform/http/errors.ts';
import { IdParams } from '../../platform/http/schemas.ts';
import type { TypedFastify } from '../../platform/http/typed-fastify.ts';
import type { LocalStorage } from '../../platform/storage/local.ts';
import { inlineDisposition } from '../../platform/storage/storage.ts';
import { findPhoto } from './queries.ts';
import { FileQuery } from './schemas.ts';
import { photoHeaders, requireSignedLink } from './signed-link.ts';

/**
 * Serves local photos by signed link: it needs no token and works until it expires, as with S3. Each request looks up the
 * row, so that links to deleted photos stop working at once.
 */
export async function fileRoutes(app: TypedFastify, { db, clock }: Deps, storage: LocalStorage): Promise<void> {
  await app.register(fastifyStatic, { root: storage.folder, serve: false });

  app.get(
    '/files/:id',
    { config: { public: true }, schema: { hide: true, params: IdParams, querystring: FileQuery } },
    async (request, reply) => {
      const { id } = request.params;
      const isSigned = (expires: number, signature: string) => storage.isSigned(id, expires, signature);
      const secondsLeft = requireSignedLink(request.query, clock(), isSigned);
      const photo = await findPhoto(db.read, id);
      if (!photo) throw notFound('photo');
      const name = storage.nameOf(photo.storage_key);
      await access(join(storage.folder, name)).catch(() => {
        request.log.error({ photo: id }, 'the file of this photo is missing');
        throw notFound('photo');
      });
      // RFC 9110 lets a server ignore ranges: only single byte ranges are supported.
      if (!/^bytes=(\d+-\d*|-\d+)$/.test(request.headers.range ?? '')) delete request.raw.headers.range;
      reply.headers({
        ...photoHeaders(secondsLeft),
        'content-type': photo.content_type,
        'content-disposition': inlineDisposition(photo),
      });
      return reply.sendFile(name, { contentType: false, cacheControl: false });
    },
  );
}
