import { Button, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { transitionFor } from '../../contract/lifecycle.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { Dialog } from '../dialog.tsx';
import { useShortcutHints } from '../keyboard-shortcuts/use-shortcut-hints.ts';
import { CancelTicketsForm } from './cancel-tickets-form.tsx';
import { canReassign } from './reassignable.ts';
import type { Selection } from './selection.tsx';
import { useTicketChanges } from './use-ticket-changes.ts';
import { WorkerOptions } from './worker-options.tsx';

/** What can be done with the selected tickets. The service refuses single ones, which is shown at the end. */
export function SelectionBar({ selection }: { selection: Selection }) {
  const messages = useMessages();
  const me = useCurrentUser();
  const { assign, cancel, isBusy } = useTicketChanges();
  const [dialog, setDialog] = useState<'assign' | 'cancel'>();
  const { tickets, clear } = selection;
  const hintOf = useShortcutHints();
  const assignFrom = transitionFor('assign', me.role)?.transition.from ?? [];
  const assignable = tickets.filter((ticket) => assignFrom.includes(ticket.status) || canReassign(me, ticket));
  const close = (): void => setDialog(undefined);
  return (
    <Paper
      component="section"
      withBorder
      shadow="md"
      radius="lg"
      px="md"
      py={10}
      className="selection-bar"
      aria-label={messages.assigning.selection}
    >
      <Group gap="xs">
        <Text fw="bold" role="status">
          {messages.assigning.selected(tickets.length)}
        </Text>
        <Button
          disabled={assignable.length === 0}
          loading={isBusy}
          onClick={() => setDialog('assign')}
          {...hintOf('assign', messages.assigning.assignTo)}
        >
          {messages.assigning.assignTo}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={() => setDialog('cancel')}>
          {messages.assigning.cancel}
        </Button>
        <Button variant="subtle" onClick={clear}>
          {messages.assigning.clear}
        </Button>
        {assignable.length === 0 && (
          <Text size="sm" c="dimmed">
            {messages.assigning.noneAssignable}
          </Text>
        )}
      </Group>
      {dialog === 'assign' && (
        <Dialog title={messages.assigning.assignSelected(tickets.length)} onClose={close}>
          <WorkerOptions
            projectIds={tickets.map(({ project_id }) => project_id)}
            emptyState={<Text c="dimmed">{messages.ticket.assignNone}</Text>}
            onSelect={(worker) => {
              close();
              void assign(tickets, worker).then(clear);
            }}
          />
        </Dialog>
      )}
      {dialog === 'cancel' && (
        <Dialog title={messages.assigning.cancelSelected(tickets.length)} onClose={close}>
          <CancelTicketsForm
            onClose={close}
            onReason={(reason) => {
              close();
              void cancel(tickets, reason).then(clear);
            }}
          />
        </Dialog>
      )}
    </Paper>
  );
}
