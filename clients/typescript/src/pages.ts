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
 * @param read one page
 * @param query of the caller: `limit` is the size of a page, `offset` where to begin
 */
export async function* listItems<Item>(
  read: (page: { limit: number; offset: number }) => Promise<unknown>,
  query: { limit?: unknown; offset?: unknown } = {},
): AsyncGenerator<Item, void, undefined> {
  const limit = Number(query.limit ?? maxLimit);
  let lastIds = new Set<unknown>();
  for (let offset = Number(query.offset ?? 0); ; offset += limit) {
    const page = (await read({ limit, offset })) as Page;
    const ids = new Set(page.items.map(idOf));
    for (const item of page.items) {
      // A row that was added meanwhile moves the last ones of a page to the next one.
      const id = idOf(item);
      if (id === undefined || !lastIds.has(id)) yield item as Item;
    }
    const isLast = page.items.length < limit || (!page.total_is_lower_bound && offset + limit >= page.total);
    if (isLast) return;
    lastIds = ids;
  }
}

const idOf = (item: unknown): unknown => (typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined);
