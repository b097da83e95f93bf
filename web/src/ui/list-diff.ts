interface Row {
  id: number | string;
}

/** One page of a list, as in a response. */
export interface ListPart<Item> {
  items: Item[];
  /** the number of rows on all pages */
  total: number;
  offset: number;
}

/** One page, or the pages of several lists that are shown as one. */
export type ListPage<Item> = ListPart<Item> & { parts?: ListPart<Item>[] };

/** The pages of a list that was merged from several, or its only one. */
export const partsOf = <Part extends ListPart<unknown>>(page: Part & { parts?: Part[] }): Part[] => page.parts ?? [page];

interface Changes<Item> {
  /** the shown rows, with rows that were appended */
  parts: ListPart<Item>[];
  /** the ids of rows that left the list */
  removed: Set<Row['id']>;
  /** the number of new rows */
  added: number;
}

/**
 * Compares the shown rows with a newer response. A response has one page of a list: a missing row may have moved to another
 * page, and a row that appears at the start or the end may have come from there.
 * @param shown the parts as they are on the screen, one below the other
 * @param latest the same parts in the newest response
 */
export function diffLists<Item extends Row>(shown: ListPart<Item>[], latest: ListPart<Item>[]): Changes<Item> {
  const shownIds = idsOf(shown);
  const latestIds = idsOf(latest);
  const removed = new Set<Row['id']>();
  let added = 0;
  const parts = shown.map((part, index) => {
    const newer = latest[index] ?? part;
    for (const id of removedFrom(part, newer, latestIds)) removed.add(id);
    const arrivals = arrivalsIn(part, newer, shownIds);
    added += arrivals.added;
    // Rows are appended at the end only: anywhere else they would move the rows below.
    const isLast = index === shown.length - 1;
    return isLast && arrivals.appended.length > 0 ? { ...part, items: [...part.items, ...arrivals.appended] } : part;
  });
  return { parts, removed, added };
}

const idsOf = (parts: ListPart<Row>[]): Set<Row['id']> => new Set(parts.flatMap(({ items }) => items.map(({ id }) => id)));

const reachesEnd = ({ items, total, offset }: ListPart<Row>): boolean => offset + items.length >= total;

/** The rows that left the list: not those that may have moved to the previous or the next page. */
function removedFrom(shown: ListPart<Row>, latest: ListPart<Row>, latestIds: Set<Row['id']>): Row['id'][] {
  const isPresent = shown.items.map(({ id }) => latestIds.has(id));
  const firstPresent = isPresent.indexOf(true);
  const lastPresent = isPresent.lastIndexOf(true);
  const mayBeBefore = (index: number): boolean => latest.offset > 0 && (firstPresent === -1 || index < firstPresent);
  const mayBeAfter = (index: number): boolean => !reachesEnd(latest) && index > lastPresent;
  return shown.items.filter((_row, index) => !isPresent[index] && !mayBeBefore(index) && !mayBeAfter(index)).map(({ id }) => id);
}

/** The rows of the newest response that are not shown: new rows, and rows that moved here from the next page. */
function arrivalsIn<Item extends Row>(
  shown: ListPart<Item>,
  latest: ListPart<Item>,
  shownIds: Set<Row['id']>,
): { added: number; appended: Item[] } {
  const isShown = latest.items.map(({ id }) => shownIds.has(id));
  const firstShown = isShown.indexOf(true);
  const lastShown = isShown.lastIndexOf(true);
  const arrivals = latest.items.map((item, index) => ({ item, index })).filter(({ index }) => !isShown[index]);
  const isBefore = (index: number): boolean => index < firstShown || firstShown === -1;
  const cameFromNext = ({ index }: { index: number }): boolean => !isBefore(index) && index > lastShown && !reachesEnd(shown);
  const cameFromPrevious = ({ index }: { index: number }): boolean => isBefore(index) && latest.offset > 0;
  return {
    added: arrivals.filter((arrival) => !cameFromNext(arrival) && !cameFromPrevious(arrival)).length,
    appended: arrivals.filter(cameFromNext).map(({ item }) => item),
  };
}
