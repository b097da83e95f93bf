import { access } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Deps } from '../../platform/capability/deps.ts';
import { forbidden, notFound } from '../../platform/http/errors.ts';
import { IdParams } from '../../platform/http/schemas.ts';
import type { TypedFastify } from '../../platform/http/typed-fastify.ts';
import type { LocalStorage } from '../../platform/storage/local.ts';
import { inlineDisposition } from '../../platform/storage/storage.ts';
import { findPhoto } from './queries.ts';
import { FileQuery } from './schemas.ts';

const contentSecurityPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'";

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
      const expires = Number(request.query.expires);
      const seconds = clock().getTime() / 1000;
      if (!storage.isSigned(id, expires, request.query.signature) || expires <= seconds) {
        throw forbidden('the link is wrong or has expired');
      }
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
        'content-type': photo.content_type,
        'content-disposition': inlineDisposition(photo),
        'content-security-policy': contentSecurityPolicy,
        'cross-origin-resource-policy': 'cross-origin', // consoles of other origins display photos
        'cache-control': `private, max-age=${Math.floor(expires - seconds)}, immutable`,
      });
      return reply.sendFile(name, { contentType: false, cacheControl: false });
    },
  );
}
