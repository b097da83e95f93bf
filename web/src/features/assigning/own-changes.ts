import type { Ticket } from '../../contract/schemas.ts';
import { createStore, useStore } from '../../lib/create-store.ts';

// What the user changes here is shown at once, and lists do not hold it back as they do with changes by others.

/** What is shown instead of a ticket; undefined where the ticket is shown as it was read. */
export type OwnChanges = ReadonlyMap<number, Ticket | undefined>;

export interface OwnChange {
  /** of the changed tickets */
  ids: number[];
  /** the tickets as they are shown until the change was sent and read again */
  shown?: Ticket[];
  /** sends a change that still waits for its undo to pass */
  send?: () => Promise<void>;
}

const changes = createStore<readonly OwnChange[]>([]);
/** The tickets by id; derived once for each change, because a selector must return the same object. */
export const ownTickets = createStore<OwnChanges>(new Map());

function update(next: readonly OwnChange[]): void {
  changes.set(next);
  const byId = new Map<number, Ticket | undefined>();
  for (const change of next) {
    for (const id of change.ids) byId.set(id, change.shown?.find((ticket) => ticket.id === id) ?? byId.get(id));
  }
  ownTickets.set(byId);
}

/** Shows a change; of several changes of a ticket, the last one. */
export const addOwnChange = (change: OwnChange): void => update([...changes.get(), change]);
export const removeOwnChange = (change: OwnChange): void => update(changes.get().filter((other) => other !== change));

/** The tickets that the user has changed and that were not read again yet, as they will be. */
export const useOwnChanges = (): OwnChanges => useStore(ownTickets);

/** One of them; undefined for a ticket that the user has not changed. */
export const useOwnChange = (id: number): Ticket | undefined => useStore(ownTickets, (all) => all.get(id));

/** Sends what waits for its undo to pass, before something else is done with the tickets. */
export async function sendOwnChanges(ids: readonly number[]): Promise<void> {
  const meant = changes.get().filter((change) => change.ids.some((id) => ids.includes(id)));
  await Promise.all(meant.map(({ send }) => send?.()));
}
