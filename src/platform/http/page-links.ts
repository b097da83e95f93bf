import type { FastifyInstance } from 'fastify';

/** Clients refuse answers whose headers are longer than 8 to 16 KiB together. */
const maxHeaderLength = 4_096;

interface Page {
  total: number;
  limit: number;
  offset: number;
  total_is_lower_bound?: boolean;
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
 * @returns the header; empty when everything is on this page, and without `last` when the total is not known
 */
export function linksOf(url: string, { total, limit, offset, total_is_lower_bound }: Page): string {
  const lastOffset = Math.floor(Math.max(0, total - 1) / limit) * limit;
  const offsets = {
    next: offset + limit < total ? offset + limit : undefined,
    // Behind the end the page before is the last one.
    prev: offset > 0 ? Math.min(Math.max(0, offset - limit), lastOffset) : undefined,
    first: offset > 0 || total > limit ? 0 : undefined,
    last: (offset > 0 || total > limit) && !total_is_lower_bound ? lastOffset : undefined,
  };
  let header = '';
  for (const [relation, to] of Object.entries(offsets)) {
    if (to === undefined) continue;
    const link = `<${urlOfPage(url, limit, to)}>; rel="${relation}"`;
    if (header.length + link.length > maxHeaderLength) break;
    header += header ? `, ${link}` : link;
  }
  return header;
}

function urlOfPage(url: string, limit: number, offset: number): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  searchParams.set('limit', String(limit));
  searchParams.set('offset', String(offset));
  return `${pathname}?${searchParams}`;
}
