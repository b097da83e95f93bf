import { useEffect, useMemo, useRef, useState } from 'react';
import { compareLists, type ListPage, type ListPart, partsOf } from './compare-lists.ts';

interface Row {
  id: number;
}

interface Shown<Item> {
  rows: { item: Item; isGone: boolean }[];
  /** how many wait to be shown */
  fresh: number;
  showFresh: () => void;
}

/**
 * Keeps a list still: what changes is updated in its place, what leaves stays there greyed out,
 * and what is new waits for a tap. A row never moves away under a thumb.
 * @param settled whether the page is the answer to the list as it was opened
 * @param key another list is shown as it comes
 */
export function useStableList<Item extends Row>(page: ListPage<Item> | undefined, settled: boolean, key: string): Shown<Item> {
  const [held, setHeld] = useState<{ key: string; parts: ListPart<Item>[] }>();
  const latest = useMemo(() => page && partsOf(page), [page]);
  const heldParts = held?.key === key ? held.parts : undefined;
  const isEmpty = heldParts?.every(({ items }) => items.length === 0) === true; // then nothing can be moved away, once
  const changes = useMemo(
    () => (heldParts && latest && !isEmpty ? compareLists(heldParts, latest) : undefined),
    [heldParts, latest, isEmpty],
  );
  const parts = changes?.parts ?? latest ?? [];
  const isGrown = changes !== undefined && heldParts !== undefined && rowsIn(changes.parts) > rowsIn(heldParts);
  useEffect(() => {
    const isFirst = latest && settled && (!heldParts || (isEmpty && rowsIn(latest) > 0));
    if (isFirst || isGrown) setHeld({ key, parts });
  });
  const seen = useRef(new Map<number, Item>());
  for (const { items } of latest ?? []) for (const item of items) seen.current.set(item.id, item);
  return {
    rows: parts
      .flatMap(({ items }) => items)
      .map((row) => ({ item: seen.current.get(row.id) ?? row, isGone: changes?.removed.has(row.id) ?? false })),
    fresh: changes?.added ?? 0,
    showFresh: () => latest && setHeld({ key, parts: latest }),
  };
}

const rowsIn = (parts: ListPart<Row>[]): number => parts.reduce((sum, { items }) => sum + items.length, 0);
