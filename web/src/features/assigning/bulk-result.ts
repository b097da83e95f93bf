import { createStore, useStore } from '../../lib/create-store.ts';
import { useCurrentUser } from '../../session/session-store.ts';

export type BulkAction = 'assign' | 'handOver' | 'cancel';

export interface TicketResult {
  id: number;
  /** why the service refused it; undefined when it was done */
  error?: unknown;
}

/** What became of each of several tickets. */
export interface BulkResult {
  action: BulkAction;
  /** to whom the tickets were given */
  worker?: string;
  tickets: TicketResult[];
  /** takes it back; undefined when it was sent */
  undo?: () => void;
  /** sends it now */
  send?: () => Promise<void>;
}

type Stored = BulkResult & { accountId: string };

/** Stays over a change of the page until it is closed; another account does not see it. */
const stored = createStore<Stored | undefined>(undefined);

/** The newest result. */
export function useBulkResult(): BulkResult | undefined {
  const { id } = useCurrentUser();
  return useStore(stored, (result) => (result?.accountId === id ? result : undefined));
}

/** @returns what the other functions know it by */
export function showBulkResult(accountId: string, result: BulkResult): BulkResult {
  const shown = { ...result, accountId };
  stored.set(shown);
  return shown;
}

/** Results that came while a newer one could be undone. */
const later: Stored[] = [];

/** Shows what became of the tickets, in place of a result that may be closed already, or after a newer one that can be undone. */
export function updateBulkResult(before: BulkResult, result: BulkResult): void {
  const next = { accountId: (before as Stored).accountId, ...result };
  const now = stored.get();
  if (now !== before && now?.undo) later.push(next);
  else stored.set(next);
}

/** Closes a result, unless a newer one is shown. */
export function closeBulkResult(result: BulkResult): void {
  if (stored.get() === result) stored.set(later.pop());
}
