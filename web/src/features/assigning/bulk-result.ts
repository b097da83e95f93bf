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
}

/** Stays over a change of the page until it is closed; another account does not see it. */
const stored = createStore<(BulkResult & { accountId: string }) | undefined>(undefined);

/** The newest result. */
export function useBulkResult(): BulkResult | undefined {
  const { id } = useCurrentUser();
  return useStore(stored, (result) => (result?.accountId === id ? result : undefined));
}

export const showBulkResult = (accountId: string, result: BulkResult): void => stored.set({ ...result, accountId });
export const closeBulkResult = (): void => stored.set(undefined);
