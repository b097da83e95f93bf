import { call, queuedRequestTimeoutMs } from '../api/client.ts';
import type { TicketCost } from '../contract/schemas.ts';
import { currentSession } from '../session/session-store.ts';
import { updateShownItem } from './shown-items.ts';
import { beginAttempt, type CostItem, hasItem, isAnswerForgotten } from './stored-items.ts';

const requestSignal = (): AbortSignal => AbortSignal.timeout(queuedRequestTimeoutMs);

/**
 * Sends a line of costs, unless it was removed meanwhile.
 * @throws whatever `call` throws
 */
export async function sendCost(item: CostItem): Promise<void> {
  const { key, user, ticketId: id, cost, newestIdBefore } = item;
  if (!(await hasItem(key))) return;
  updateShownItem(key, { state: 'sending', error: undefined });
  if (newestIdBefore !== undefined && isAnswerForgotten(item) && (await wasSent(item, newestIdBefore))) return;
  const newest = newestIdBefore ?? (await newestLines(id, 1))[0]?.id ?? 0;
  const idempotencyKey = await beginAttempt(item, { newestIdBefore: newest });
  if (!(await hasItem(key))) return;
  await call('POST /ext/tickets/{id}/costs', { params: { id }, user, body: cost, idempotencyKey, signal: requestSignal() });
}

async function newestLines(id: number, limit: number): Promise<TicketCost[]> {
  const query = { limit, order: 'desc' } as const;
  return (await call('GET /ext/tickets/{id}/costs', { params: { id }, query, signal: requestSignal() })).items;
}

/** Whether there is an equal line of this user that is newer than those before the first attempt. */
async function wasSent({ ticketId, cost }: CostItem, newestIdBefore: number): Promise<boolean> {
  const me = currentSession()?.user.id;
  const lines = await newestLines(ticketId, 100);
  return lines.some(
    ({ id, created_by, kind, text, quantity, unit_price, on }) =>
      id > newestIdBefore &&
      created_by === me &&
      kind === cost.kind &&
      text === cost.text &&
      quantity === cost.quantity &&
      unit_price === cost.unit_price &&
      on === cost.on,
  );
}
