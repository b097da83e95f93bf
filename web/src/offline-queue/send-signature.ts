import { call } from '../api/client.ts';
import { hasCode } from '../http/errors.ts';
import { currentSession } from '../session/session-store.ts';
import { beginAttempt, type OperationItem } from './stored-items.ts';

/**
 * Uploads a signature. That its round of work is signed is no error when an earlier attempt has done it whose answer was lost.
 * @throws whatever `call` throws
 */
export async function sendSignature(item: OperationItem): Promise<void> {
  const { user, ticketId: id, signature } = item;
  if (!signature) return;
  const body = new FormData();
  body.set('name', signature.name);
  body.set('file', signature.file, signature.file.name);
  const idempotencyKey = await beginAttempt(item);
  try {
    await call('POST /ext/tickets/{id}/signature', { params: { id }, user, body, idempotencyKey });
  } catch (error) {
    if (!hasCode(error, 'already_signed') || !(await wasSent(item))) throw error;
  }
}

/** Whether the ticket has this signature. */
async function wasSent({ ticketId: id, signature }: OperationItem): Promise<boolean> {
  const me = currentSession()?.user.id;
  const { items } = await call('GET /ext/tickets/{id}/attachments', { params: { id }, query: { limit: 100 } });
  return items.some(
    ({ kind, filename, size, signed_by, author_id }) =>
      kind === 'signature' &&
      filename === signature?.file.name &&
      size === signature.file.size &&
      signed_by === signature.name &&
      author_id === me,
  );
}
