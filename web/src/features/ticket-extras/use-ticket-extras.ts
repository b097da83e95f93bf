import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { TicketListItem } from '../../contract/schemas.ts';

// What lists show beside the specified fields of their tickets. It is read after the list, for all cards with one request; the
// cards stay as they are when it fails.

/** Cards are drawn within this time. */
const batchDelayMs = 10;
/** The most that one request may name. */
const maxIds = 100;

interface Waiting {
  promise: Promise<TicketListItem | null>;
  resolve: (item: TicketListItem | null) => void;
  reject: (error: unknown) => void;
}

let batch = new Map<number, Waiting>();

/** @returns null for a ticket that the account does not see any more */
function readTicket(id: number): Promise<TicketListItem | null> {
  const known = batch.get(id);
  if (known) return known.promise;
  if (batch.size === 0) setTimeout(sendBatch, batchDelayMs);
  let settle: Omit<Waiting, 'promise'> | undefined;
  const promise = new Promise<TicketListItem | null>((resolve, reject) => {
    settle = { resolve, reject };
  });
  if (settle) batch.set(id, { promise, ...settle });
  return promise;
}

function sendBatch(): void {
  const tickets = [...batch];
  batch = new Map();
  for (let i = 0; i < tickets.length; i += maxIds) void readTickets(tickets.slice(i, i + maxIds));
}

async function readTickets(tickets: [number, Waiting][]): Promise<void> {
  try {
    const ids = tickets.map(([id]) => id).join(',');
    const { items } = await call('GET /ext/tickets', { query: { ids, limit: maxIds } });
    for (const [id, { resolve }] of tickets) resolve(items.find((item) => item.id === id) ?? null);
  } catch (error) {
    for (const [, { reject }] of tickets) reject(error);
  }
}

/** The options for `useQuery`. Its key begins as that of the ticket, so changes of the ticket invalidate it. */
export const ticketExtrasQuery = (id: number) =>
  queryOptions({ queryKey: ['GET /ext/tickets/{id}', { id }, 'in lists'], queryFn: () => readTicket(id), retry: false });

/** What belongs to a ticket of a list. */
export const useTicketExtras = (id: number) => useQuery(ticketExtrasQuery(id));
