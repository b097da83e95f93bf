import { useEffect, useRef, useState } from 'react';

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
 * @param settled whether the items are the answer to the page as it was opened
 */
export function useStillRows<Item extends Row>(items: Item[] | undefined, settled: boolean, page: string): Shown<Item> {
  const [held, setHeld] = useState<{ page: string; rows: Item[] }>();
  const isHeld = held?.page === page;
  const isEmpty = isHeld && held.rows.length === 0; // then nothing can be moved away, once
  const seen = useRef(new Map<number, Item>());
  useEffect(() => {
    if (items && settled && (!isHeld || (isEmpty && items.length > 0))) setHeld({ page, rows: items });
  }, [items, settled, isHeld, isEmpty, page]);
  for (const item of items ?? []) seen.current.set(item.id, item);
  const now = new Set(items?.map((item) => item.id));
  const kept = isHeld && !isEmpty ? held.rows : (items ?? []);
  const keptIds = new Set(kept.map((row) => row.id));
  return {
    rows: kept.map((row) => ({ item: seen.current.get(row.id) ?? row, isGone: !now.has(row.id) })),
    fresh: (items ?? []).filter((item) => !keptIds.has(item.id)).length,
    showFresh: () => items && setHeld({ page, rows: items }),
  };
}
