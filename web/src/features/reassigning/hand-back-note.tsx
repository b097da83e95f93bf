import { Blockquote } from '@mantine/core';
import type { Ticket } from '../../contract/schemas.ts';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { canHandBack } from '../assigning/reassignable.ts';
import { useReassigningTexts } from './texts/texts.ts';
import { useHandBacks } from './use-hand-backs.ts';

/** Why the worker of a ticket asks for another one. */
export function HandBackNote({ ticket }: { ticket: Ticket }) {
  const texts = useReassigningTexts();
  const me = useCurrentUser();
  const { open } = useHandBacks(ticket.id);
  // A start that waits for a connection ends it already.
  if (!open || !['assigned', 'rejected'].includes(ticket.status)) return null;
  return (
    <Blockquote className="reason-note" color="var(--status-rejected)" px="md" py="xs">
      <b>{canHandBack(me, ticket) ? texts.handedBackByYou : texts.handedBack(isolateName(open.worker_name))}</b>
      <p>{open.reason}</p>
    </Blockquote>
  );
}
