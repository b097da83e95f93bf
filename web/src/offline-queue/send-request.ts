import { call, queuedRequestTimeoutMs } from '../api/client.ts';
import { invalidate } from '../api/invalidation.ts';
import { queryClient } from '../api/query-client.ts';
import { isFinal } from '../http/errors.ts';
import { showToast } from '../lib/toasts.ts';
import { currentSession } from '../session/session-store.ts';
import { updateShownItem } from './shown-items.ts';
import { addItem, beginAttempt, hasItem, isAnswerForgotten, type RequestItem } from './stored-items.ts';

const requestSignal = (): AbortSignal => AbortSignal.timeout(queuedRequestTimeoutMs);

/**
 * Creates a ticket, says what it is about, and makes items of its photos, unless the item was removed meanwhile. Another attempt
 * after the page was left in between repeats all of it with the same keys, so that the service does nothing twice.
 * @throws whatever `call` throws
 */
export async function sendRequest(item: RequestItem): Promise<void> {
  const { key, user, equipmentId, files } = item;
  if (!(await hasItem(key))) return;
  updateShownItem(key, { state: 'sending', error: undefined });
  const sentId = item.triedAt !== undefined && isAnswerForgotten(item) ? await findSent(item) : undefined;
  const idempotencyKey = await beginAttempt(item);
  if (!(await hasItem(key))) return;
  const id = sentId ?? (await create(item, idempotencyKey));
  if (equipmentId !== undefined) await setEquipment(item, id, equipmentId);
  for (const [position, file] of files.entries()) {
    const photo = { file, isReady: false, wasTried: false, isReport: true, idempotencyKey: `${idempotencyKey}-${position}` };
    await addItem({ user, ticketId: id, ...photo });
  }
  updateShownItem(key, { createdId: id });
  if (item.request.recurring) invalidate(queryClient, 'GET /ext/recurring');
}

/** @returns the id of the ticket */
async function create({ user, request }: RequestItem, idempotencyKey: string): Promise<number> {
  return (await call('POST /tickets', { user, body: request, idempotencyKey, signal: requestSignal() })).id;
}

/** The specified operation takes no equipment. A refusal is shown, and the ticket stays. */
async function setEquipment({ user }: RequestItem, id: number, equipment_id: number): Promise<void> {
  try {
    await call('PUT /ext/tickets/{id}/equipment', { params: { id }, user, body: { equipment_id }, signal: requestSignal() });
  } catch (error) {
    if (!isFinal(error)) throw error;
    showToast({ error });
  }
}

/** How far the clock of this device may be behind or ahead. */
const maxClockDifferenceMs = 24 * 3_600_000;

/** The id of an equal ticket of this user, which an attempt whose answer was lost has created. */
async function findSent({ user, request, triedAt = 0 }: RequestItem): Promise<number | undefined> {
  const { object_id, category, description, floor = '' } = request;
  const query = { object_id, sort: 'id', order: 'desc', limit: 100 } as const;
  const { items } = await call('GET /tickets', { query, user, signal: requestSignal() });
  const me = currentSession()?.user.id;
  const earliest = triedAt - maxClockDifferenceMs;
  const isSame = (ticket: (typeof items)[number]): boolean =>
    ticket.client_id === me &&
    ticket.category === category &&
    ticket.description === description &&
    ticket.floor === floor &&
    Date.parse(ticket.created_at) > earliest;
  return items.find(isSame)?.id;
}
