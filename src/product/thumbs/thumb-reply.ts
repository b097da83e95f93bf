import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Config } from '../../platform/config/config.ts';
import { etagOf, matchesEtag } from '../../platform/http/entity-tag.ts';
import { networkCaller } from '../../platform/http/fair-queue-key.ts';
import { notModified, responses } from '../../platform/http/openapi.ts';
import type { StoredFile } from '../../platform/storage/storage.ts';
import { photoHeaders } from '../photos/signed-link.ts';
import type { ThumbStore } from './thumb-store.ts';

const thumbType = 'image/webp';

/** The responses of a route that answers a small version by signed link. */
export const thumbResponses: object = {
  ...responses(200, Type.Unknown(), 400, 403, 404),
  304: notModified,
  200: { description: 'A WebP file.', content: { [thumbType]: { schema: Type.String({ format: 'binary' }) } } },
};

interface ThumbOptions {
  thumbs: ThumbStore;
  config: Pick<Config, 'trustedProxies'>;
  /** until the link expires */
  secondsLeft: number;
}

/**
 * Answers the small version of a file, or 304.
 * @throws as ThumbStore.read()
 */
export async function sendThumb(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  { thumbs, config, secondsLeft }: ThumbOptions,
): Promise<FastifyReply> {
  const thumb = await thumbs.read(file, networkCaller(request, config.trustedProxies).key);
  const etag = etagOf(thumb);
  reply.headers({ ...photoHeaders(secondsLeft), etag });
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type(thumbType).send(thumb);
}
