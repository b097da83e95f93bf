import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Config } from '../../platform/config/config.ts';
import { networkCaller } from '../../platform/http/fair-queue-key.ts';
import { responses } from '../../platform/http/openapi.ts';
import type { StoredFile } from '../../platform/storage/storage.ts';
import { photoHeaders } from '../photos/signed-link.ts';
import type { ThumbStore } from './thumb-store.ts';

const thumbType = 'image/webp';

/** The responses of a route that answers a small version by signed link. */
export const thumbResponses: object = {
  ...responses(200, Type.Unknown(), 400, 403, 404),
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
  const etag = `"${createHash('sha256').update(thumb).digest('base64url').slice(0, 22)}"`;
  reply.headers({ ...photoHeaders(secondsLeft), etag });
  if (hasTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type(thumbType).send(thumb);
}

/** Whether If-None-Match names an entity tag, weak or not. */
const hasTag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false;
