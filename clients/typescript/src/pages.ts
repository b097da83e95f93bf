import type { Operations } from './operations.ts';

interface Page {
  items: unknown[];
  total: number;
  /** of long lists, which are not counted to their end */
  total_is_lower_bound?: boolean;
}

/** The operations that answer with one page of a list. */
export type PagedName = {
  [Name in keyof Operations]: Operations[Name] extends { query?: { offset?: number }; answer: Page } ? Name : never;
}[keyof Operations];
export type ItemOf<Name extends PagedName> = Operations[Name]['answer'] extends { items: (infer Item)[] } ? Item : never;

const maxLimit = 100;

/**
 * Reads page after page, each from the last row of the one before on. Rows that others delete meanwhile move those behind them up:
 * when a page does not begin with a known row, one further ahead is read, so that none is skipped.
 * @param read one page
 * @param query of the caller: `limit` is the size of a page, `offset` where to begin
 */
export async function* listItems<Item>(
  read: (page: { limit: number; offset: number }) => Promise<unknown>,
  query: { limit?: unknown; offset?: unknown } = {},
): AsyncGenerator<Item, void, undefined> {
  const limit = Math.max(2, Number(query.limit ?? maxLimit)); // one row is that of the page before
  const start = Number(query.offset ?? 0);
  const seen = new Set<unknown>();
  let offset = start;
  for (;;) {
    const page = (await read({ limit, offset })) as Page;
    const [first] = page.items;
    if (offset > start && seen.size > 0 && !seen.has(idOf(first))) {
      offset = Math.max(start, offset - limit + 1);
      continue;
    }
    for (const item of page.items) {
      const id = idOf(item);
      // A row that was added meanwhile moves the others down, so that they are read again.
      if (id === undefined || !seen.has(id)) yield item as Item;
      if (id !== undefined) seen.add(id);
    }
    const count = page.items.length;
    const isLast = count < limit || (!page.total_is_lower_bound && offset + count >= page.total);
    if (isLast) return;
    offset += idOf(first) === undefined ? count : count - 1;
  }
}

const idOf = (item: unknown): unknown => (typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined);
