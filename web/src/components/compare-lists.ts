interface Row {
  id: number;
}

/** A part of a list as the service answers it. */
export interface ListPart<Item> {
  items: Item[];
  /** how many rows the whole list has */
  total: number;
  offset: number;
}

/** One page, or several that are shown as one list. */
export type ListPage<Item> = ListPart<Item> & { parts?: ListPart<Item>[] };

export const partsOf = <Part extends ListPart<unknown>>(page: Part & { parts?: Part[] }): Part[] => page.parts ?? [page];

interface Changes<Item> {
  /** the rows that stay on the screen, with those that came in at the end */
  parts: ListPart<Item>[];
  /** the ids of rows that left the list */
  removed: Set<number>;
  /** how many rows are new in the list */
  added: number;
}

/**
 * Compares the rows on the screen with a newer answer. An answer holds one page of a list, so a row that is missing
 * may have moved to another page, and a row that appears at an edge may have come from there.
 * @param shown the parts as they are on the screen, one below the other
 * @param latest the same parts as they were read last
 */
export function compareLists<Item extends Row>(shown: ListPart<Item>[], latest: ListPart<Item>[]): Changes<Item> {
  const shownIds = idsOf(shown);
  const latestIds = idsOf(latest);
  const removed = new Set<number>();
  let added = 0;
  const parts = shown.map((part, index) => {
    const newer = latest[index] ?? part;
    for (const id of removedFrom(part, newer, latestIds)) removed.add(id);
    const arrivals = arrivalsIn(part, newer, shownIds);
    added += arrivals.added;
    // Rows are appended at the very end only: anywhere else they would move those below them.
    const isLast = index === shown.length - 1;
    return isLast && arrivals.appended.length > 0 ? { ...part, items: [...part.items, ...arrivals.appended] } : part;
  });
  return { parts, removed, added };
}

const idsOf = (parts: ListPart<Row>[]): Set<number> => new Set(parts.flatMap(({ items }) => items.map(({ id }) => id)));

const reachesEnd = ({ items, total, offset }: ListPart<Row>): boolean => offset + items.length >= total;

/** A missing row has left the list unless it may have moved over an edge of the page to another one. */
function removedFrom(shown: ListPart<Row>, latest: ListPart<Row>, latestIds: Set<number>): number[] {
  const isPresent = shown.items.map(({ id }) => latestIds.has(id));
  const firstPresent = isPresent.indexOf(true);
  const lastPresent = isPresent.lastIndexOf(true);
  const mayBeBefore = (index: number): boolean => latest.offset > 0 && (firstPresent === -1 || index < firstPresent);
  const mayBeAfter = (index: number): boolean => !reachesEnd(latest) && index > lastPresent;
  return shown.items.filter((_row, index) => !isPresent[index] && !mayBeBefore(index) && !mayBeAfter(index)).map(({ id }) => id);
}

/** Rows of the latest answer that are not on the screen: new ones, and those that moved up from the next page. */
function arrivalsIn<Item extends Row>(
  shown: ListPart<Item>,
  latest: ListPart<Item>,
  shownIds: Set<number>,
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
