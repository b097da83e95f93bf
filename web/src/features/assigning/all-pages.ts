interface Page<Item> {
  items: Item[];
  total: number;
}

const pageSize = 100;
const maxPages = 20;

/**
 * Reads all pages of a list, for a choice that is sorted and searched in the browser.
 * @param read reads one page
 * @returns at most 2,000 items
 */
export async function readAllPages<Item>(
  read: (page: { limit: number; offset: number }) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 0; page < maxPages; page++) {
    const { items: more, total } = await read({ limit: pageSize, offset: page * pageSize });
    items.push(...more);
    if (items.length >= total || more.length === 0) break;
  }
  return items;
}
