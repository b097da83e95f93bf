import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import type { Ticket } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useShortcutHints } from '../keyboard-shortcuts/use-shortcut-hints.ts';

export interface Selection {
  /** the selected tickets that are shown, in their order */
  tickets: Ticket[];
  has: (id: number) => boolean;
  /** @param isRange selects all between the last one and this one, too */
  toggle: (id: number, isRange?: boolean) => void;
  /** selects all that are shown, or none when all are selected */
  toggleAll: () => void;
  isWhole: boolean;
  /** takes some out of the selection */
  remove: (tickets: Ticket[]) => void;
  clear: () => void;
}

/**
 * The tickets of a list that are selected for one action.
 * @param shown all tickets of the list, in their order; what is not shown any more is not selected either
 */
export function useSelection(shown: Ticket[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const anchor = useRef<number>(undefined);
  function toggle(id: number, isRange = false): void {
    const order = shown.map((ticket) => ticket.id);
    const [from, to] = [order.indexOf(anchor.current ?? id), order.indexOf(id)].sort((a, b) => a - b);
    const next = new Set(ids);
    if (isRange && from !== undefined && from >= 0) for (const one of order.slice(from, (to ?? from) + 1)) next.add(one);
    else if (!next.delete(id)) next.add(id);
    anchor.current = id;
    setIds(next);
  }
  const tickets = shown.filter(({ id }) => ids.has(id));
  const isWhole = shown.length > 0 && tickets.length === shown.length;
  return {
    tickets,
    isWhole,
    toggleAll: () => setIds(new Set(isWhole ? [] : shown.map(({ id }) => id))),
    has: (id) => ids.has(id),
    toggle,
    remove: (removed) => setIds(new Set([...ids].filter((id) => removed.every((ticket) => ticket.id !== id)))),
    clear: () => setIds(new Set()),
  };
}

/** X on a card or row selects its ticket; with Shift, also those between it and the last one. */
export function selectWithKey(event: KeyboardEvent, id: number, toggle: Selection['toggle']): void {
  const { key, altKey, ctrlKey, metaKey, shiftKey, target, currentTarget } = event;
  if (key.toLowerCase() !== 'x' || altKey || ctrlKey || metaKey || !currentTarget.contains(target as Node)) return;
  event.preventDefault();
  toggle(id, shiftKey);
}

/** Selects a ticket; with Shift, also those between it and the last one. */
export function SelectBox({ id, isSelected, toggle }: { id: number; isSelected: boolean; toggle: Selection['toggle'] }) {
  const label = useMessages().assigning.select(id);
  const hintOf = useShortcutHints();
  return (
    <label className="select-box">
      <input
        type="checkbox"
        aria-label={label}
        {...hintOf('select', label)}
        checked={isSelected}
        onChange={() => {}}
        onClick={({ shiftKey }: MouseEvent) => toggle(id, shiftKey)}
      />
    </label>
  );
}
