import { Blockquote, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Ticket } from '../../../contract/schemas.ts';
import { canHold } from '../../../features/planning/can-plan.ts';
import { useIsOnline } from '../../../http/connectivity.ts';
import { useMessages } from '../../../i18n/locale.ts';
import { isolateName } from '../../../lib/bidirectional-controls.ts';
import { useCurrentUser } from '../../../session/session-store.ts';
import { ShortTime } from '../../../ui/time.tsx';
import { HoldSheet } from './hold-sheet.tsx';
import { useTicketPlanningTexts } from './texts/texts.ts';
import { useHold } from './use-hold.ts';
import { useHoldChanges } from './use-hold-changes.ts';

/** What a ticket waits for, since when, until when and who says so, with buttons that change and end it. */
export function HoldNote({ ticket }: { ticket: Ticket }) {
  const { notOffline, hold: texts } = useTicketPlanningTexts();
  const messages = useMessages();
  const me = useCurrentUser();
  const isOnline = useIsOnline();
  const { hold } = useHold(ticket);
  const changes = useHoldChanges(ticket);
  const [isOpen, setOpen] = useState(false);
  if (!hold || !['assigned', 'in_progress', 'rejected'].includes(ticket.status)) return null;
  const isDisabled = !isOnline && !changes.isQueued;
  return (
    <Blockquote className="reason-note" color="var(--warning)" px="md" py="xs">
      <b>{texts.state(texts.reasons[hold.reason])}</b>
      {hold.note && <p>{hold.note}</p>}
      <Text size="sm" c="dimmed">
        {texts.since} <ShortTime at={hold.since} /> {texts.by(isolateName(hold.by_name))},{' '}
        {hold.until ? (
          <>
            {texts.endsAt} <ShortTime at={hold.until} />
          </>
        ) : (
          texts.openEnd
        )}
      </Text>
      {canHold(me, ticket) && (
        <Group gap="xs" mt={6}>
          <Button
            variant="default"
            loading={changes.isBusy}
            disabled={isDisabled}
            title={isDisabled ? notOffline : undefined}
            onClick={changes.end}
          >
            {messages.labels.operation.endHold}
          </Button>
          <Button variant="subtle" disabled={isDisabled} onClick={() => setOpen(true)}>
            {texts.change}
          </Button>
        </Group>
      )}
      {isOpen && <HoldSheet ticket={ticket} hold={hold} onClose={() => setOpen(false)} />}
    </Blockquote>
  );
}
