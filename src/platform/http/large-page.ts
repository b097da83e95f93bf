import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { mapInSlices } from '../lib/slices.ts';
import { etagOfHash } from './entity-tag.ts';

/** Items that become JSON at a time. */
const batchSize = 50;

/**
 * Sends a page of thousands of items. It is written and hashed in slices, because megabytes of JSON would keep the event loop. The
 * response schema is not applied: items hold what it names and nothing else.
 */
export async function sendLargePage(
  reply: FastifyReply,
  { items, ...rest }: { items: readonly object[] },
): Promise<FastifyReply> {
  const hash = createHash('sha256');
  const starts = Array.from({ length: Math.ceil(items.length / batchSize) }, (_, batch) => batch * batchSize);
  const chunks = await mapInSlices(starts, (start) => {
    const texts = items.slice(start, start + batchSize).map((item) => JSON.stringify(item));
    const chunk = Buffer.from(`${start === 0 ? '' : ','}${texts.join(',')}`);
    hash.update(chunk);
    return chunk;
  });
  const end = `],${JSON.stringify(rest).slice(1)}`;
  const etag = etagOfHash(hash.update(end).digest('base64url'));
  reply.type('application/json; charset=utf-8').header('etag', `W/${etag}`);
  return reply.send(Buffer.concat([Buffer.from('{"items":['), ...chunks, Buffer.from(end)]));
}
