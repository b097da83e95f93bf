import { sendAnswers } from './send-answers.ts';
import { sendHold } from './send-hold.ts';
import { sendSignature } from './send-signature.ts';
import type { OperationItem } from './stored-items.ts';

/**
 * Sends an operation that is no transition of its ticket.
 * @throws whatever `call` throws
 */
export function sendChange(item: OperationItem): Promise<void> {
  if (item.op === 'answer') return sendAnswers(item);
  if (item.op === 'sign') return sendSignature(item);
  return sendHold(item);
}
