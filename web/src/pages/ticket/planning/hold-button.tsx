import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import type { Ticket } from '../../../contract/schemas.ts';
import { canHold } from '../../../features/planning/can-plan.ts';
import { useIsOnline } from '../../../http/connectivity.ts';
import { useMessages } from '../../../i18n/locale.ts';
import { useCurrentUser } from '../../../session/session-store.ts';
import { pausable } from '../use-changed-just-now.ts';
import { HoldSheet } from './hold-sheet.tsx';
import { useTicketPlanningTexts } from './texts/texts.ts';
import { useHold } from './use-hold.ts';

interface Props extends Pick<ButtonProps, 'px' | 'flex'> {
  ticket: Ticket;
  /** its taps are ignored */
  isPaused?: boolean;
}

/** Puts a ticket on hold that cannot go on. Its worker needs no connection, and has the button among the operations. */
export function HoldButton({ ticket, isPaused = false, ...props }: Props) {
  const messages = useMessages();
  const { notOffline } = useTicketPlanningTexts();
  const me = useCurrentUser();
  const isOnline = useIsOnline();
  const { isOnHold } = useHold(ticket);
  const [isOpen, setOpen] = useState(false);
  if (!canHold(me, ticket) || (isOnHold && !isOpen)) return null;
  const isOwn = ticket.worker_id === me.id;
  const isPossible = isOnline || isOwn;
  const content = (
    <>
      <Button
        variant="default"
        disabled={!isPossible}
        title={isPossible ? undefined : notOffline}
        {...props}
        {...pausable(isPaused, () => setOpen(true))}
      >
        {messages.labels.operation.hold}
      </Button>
      {isOpen && <HoldSheet ticket={ticket} onClose={() => setOpen(false)} />}
    </>
  );
  return isOwn ? content : <div>{content}</div>;
}
