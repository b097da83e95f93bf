import type { FastifyInstance } from 'fastify';

/** Clients refuse answers whose headers are longer than 8 to 16 KiB together. */
const maxHeaderLength = 4_096;

/** In a page whose last item has a key of its place: the parameter `after` of the next page. It is no part of the answer. */
export const lastKey = Symbol('the key of the last item');

interface Page {
  total: number;
  limit: number;
  offset: number;
  total_is_lower_bound?: boolean;
  [lastKey]?: string;
}

/** Sends the links to other pages of a list in the header Link (RFC 8288): next, prev, first and last. */
export function registerPageLinks(app: FastifyInstance): void {
  app.addHook('preSerialization', (request, reply, payload, done) => {
    if (request.method === 'GET' && isPage(payload)) {
      const links = linksOf(request.url, payload);
      if (links) reply.header('link', links);
    }
    done(null, payload);
  });
}

function isPage(payload: unknown): payload is Page {
  const { items, total, limit, offset } = (payload ?? {}) as Partial<Page> & { items?: unknown };
  return Array.isArray(items) && [total, limit, offset].every(Number.isInteger);
}

/**
 * @param url of the request: the links keep its path and its other parameters
 * @returns the header; empty when everything is on this page, and without `last` when the total is not known. `next` leads by the key of
 * the last item where there is one; behind such a link only a page that is not full is known to be the last.
 */
export function linksOf(url: string, { total, limit, offset, total_is_lower_bound, [lastKey]: key }: Page): string {
  const lastOffset = Math.floor(Math.max(0, total - 1) / limit) * limit;
  const offsets = {
    next: (isAfterKey(url) ? key !== undefined : offset + limit < total) ? offset + limit : undefined,
    // Behind the end the page before is the last one.
    prev: offset > 0 ? Math.min(Math.max(0, offset - limit), lastOffset) : undefined,
    first: offset > 0 || total > limit ? 0 : undefined,
    last: (offset > 0 || total > limit) && !total_is_lower_bound ? lastOffset : undefined,
  };
  let header = '';
  for (const [relation, to] of Object.entries(offsets)) {
    if (to === undefined) continue;
    const link = `<${urlOfPage(url, limit, to, relation === 'next' ? key : undefined)}>; rel="${relation}"`;
    if (header.length + link.length > maxHeaderLength) break;
    header += header ? `, ${link}` : link;
  }
  return header;
}

const isAfterKey = (url: string): boolean => new URL(url, 'http://localhost').searchParams.has('after');

function urlOfPage(url: string, limit: number, offset: number, key?: string): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  searchParams.set('limit', String(limit));
  searchParams.set('offset', String(offset));
  if (key === undefined) searchParams.delete('after');
  else searchParams.set('after', key);
  return `${pathname}?${searchParams}`;
}
