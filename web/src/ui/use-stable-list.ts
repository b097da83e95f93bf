import { useEffect, useMemo, useRef, useState } from 'react';
import { diffLists, type ListPage, type ListPart, partsOf } from './list-diff.ts';

interface Row {
  id: number | string;
}

interface StableList<Item> {
  rows: { item: Item; isRemoved: boolean }[];
  /** how many new rows are not shown yet */
  newCount: number;
  showNew: () => void;
}

/**
 * Keeps the rows of a list in their places, so that no row moves while it is being tapped: changed rows are updated, rows
 * that left the list stay and are marked, and new rows are shown by `showNew`.
 * @param page the newest response
 * @param isSettled whether the page is the response to the current query, and no other one is being read
 * @param key identifies the query: the rows of another query replace the shown ones
 */
export function useStableList<Item extends Row>(
  page: ListPage<Item> | undefined,
  isSettled: boolean,
  key: string,
): StableList<Item> {
  const [shown, setShown] = useState<{ key: string; parts: ListPart<Item>[] }>();
  const latest = useMemo(() => page && partsOf(page), [page]);
  const shownParts = shown?.key === key ? shown.parts : undefined;
  const isEmpty = shownParts?.every(({ items }) => items.length === 0) === true; // new rows cannot move others
  const changes = useMemo(
    () => (shownParts && latest && !isEmpty ? diffLists(shownParts, latest) : undefined),
    [shownParts, latest, isEmpty],
  );
  const parts = changes?.parts ?? latest ?? [];
  const isGrown = changes !== undefined && shownParts !== undefined && countRows(changes.parts) > countRows(shownParts);
  useEffect(() => {
    const isFirst = latest && isSettled && (!shownParts || (isEmpty && countRows(latest) > 0));
    if (isFirst || isGrown) setShown({ key, parts });
  });
  const newestItems = useRef(new Map<Row['id'], Item>());
  for (const { items } of latest ?? []) for (const item of items) newestItems.current.set(item.id, item);
  return {
    rows: parts
      .flatMap(({ items }) => items)
      .map((row) => ({ item: newestItems.current.get(row.id) ?? row, isRemoved: changes?.removed.has(row.id) ?? false })),
    newCount: changes?.added ?? 0,
    showNew: () => latest && setShown({ key, parts: latest }),
  };
}

const countRows = (parts: ListPart<Row>[]): number => parts.reduce((sum, { items }) => sum + items.length, 0);
