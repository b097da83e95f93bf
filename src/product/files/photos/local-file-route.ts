import { access } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Db } from '../../../platform/database/database.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { IdParams } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import type { LocalStorage } from '../../../platform/storage/local.ts';
import { dispositionOf, type LinkedFile } from '../../../platform/storage/storage.ts';
import { FileQuery } from './schemas.ts';
import { needsSignedLink, photoHeaders, requireSignedLink } from './signed-link.ts';

interface LocalFileRoute {
  /** with the parameter `id` */
  path: string;
  kind: LinkedFile['kind'];
  /** finds the row of a file, unless it was deleted */
  find: (db: Db, id: number) => Promise<LinkedFile | undefined>;
}

/**
 * Serves local files by signed link: it needs no token and works until it expires, as with S3. Each request looks up the
 * row, so that links to deleted files stop working at once.
 */
export async function localFileRoute(
  app: TypedFastify,
  { db, clock }: Deps,
  storage: LocalStorage,
  { path, kind, find }: LocalFileRoute,
): Promise<void> {
  if (!app.hasReplyDecorator('sendFile')) await app.register(fastifyStatic, { root: storage.folder, serve: false });

  app.get(
    path,
    { config: { public: true, unlimited: needsSignedLink }, schema: { hide: true, params: IdParams, querystring: FileQuery } },
    async (request, reply) => {
      const { id } = request.params;
      const isSigned = (expires: number, signature: string) => storage.isSigned({ kind, id }, expires, signature);
      const secondsLeft = requireSignedLink(request.query, clock(), isSigned);
      const file = await find(db.read, id);
      if (!file) throw notFound(kind);
      const name = storage.nameOf(file.storage_key);
      await access(join(storage.folder, name)).catch(() => {
        request.log.error({ [kind]: id }, `the file of this ${kind} is missing`);
        throw notFound(kind);
      });
      // RFC 9110 lets a server ignore ranges: only single byte ranges are supported.
      if (!/^bytes=(\d+-\d*|-\d+)$/.test(request.headers.range ?? '')) delete request.raw.headers.range;
      reply.headers({
        ...photoHeaders(secondsLeft),
        'content-type': file.content_type,
        'content-disposition': dispositionOf(file),
      });
      return reply.sendFile(name, { contentType: false, cacheControl: false });
    },
  );
}
