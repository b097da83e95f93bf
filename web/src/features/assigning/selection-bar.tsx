import { Button, Group, Paper, Text, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { transitionFor } from '../../contract/lifecycle.ts';
import type { Ticket } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { showToast } from '../../lib/toasts.ts';
import { mayWrite } from '../../session/acting.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useShortcutHints } from '../keyboard-shortcuts/use-shortcut-hints.ts';
import { useBulkResult } from './bulk-result.ts';
import { BulkResultPanel, bulkAnnouncement } from './bulk-result-panel.tsx';
import { CancelTicketsForm } from './cancel-tickets-form.tsx';
import type { Candidate } from './candidates.ts';
import { HandOverForm } from './hand-over-form.tsx';
import { canReassign, isReassignable } from './reassignable.ts';
import type { Selection } from './selection.tsx';
import { canTake } from './split.ts';
import { SplitProposal } from './split-proposal.tsx';
import { useBulkTexts } from './texts/texts.ts';
import { useTicketChanges } from './use-ticket-changes.ts';
import { WorkerOptions } from './worker-options.tsx';

interface Props {
  selection: Selection;
  /** more that can be done with the selected tickets */
  children?: (label: string) => ReactNode;
}

/** What can be done with the selected tickets, and what became of those of before. */
export function SelectionBar({ selection, children }: Props) {
  const result = useBulkResult();
  const messages = useMessages();
  const texts = useBulkTexts();
  return (
    <div className="selection-area">
      <VisuallyHidden role="status">{result && bulkAnnouncement(result, texts, messages)}</VisuallyHidden>
      {result && <BulkResultPanel result={result} />}
      {selection.tickets.length > 0 && <Actions selection={selection}>{children}</Actions>}
    </div>
  );
}

function Actions({ selection, children }: Props) {
  const messages = useMessages();
  const texts = useBulkTexts();
  const me = useCurrentUser();
  const { assign, assignShares, handOver, cancel } = useTicketChanges();
  const [dialog, setDialog] = useState<'assign' | 'handOver' | 'cancel'>();
  const { tickets, clear, remove } = selection;
  const hintOf = useShortcutHints();
  const assignFrom = transitionFor('assign', me.role)?.transition.from ?? [];
  const reassignable = tickets.filter((ticket) => canReassign(me, ticket));
  const isAssignable = reassignable.length > 0 || tickets.some(({ status }) => assignFrom.includes(status));
  const close = (): void => setDialog(undefined);
  /** @returns which of some tickets a worker can take; it says so when there are none */
  function takenBy(worker: Candidate, of: Ticket[]): Ticket[] {
    const possible = of.filter((ticket) => canTake(worker, ticket));
    if (possible.length === 0) showToast({ text: texts.takesNone(isolateName(worker.name)) });
    return possible;
  }
  /** What is left stays selected, and is offered again while it can be assigned. */
  function removeGiven(given: Ticket[]): void {
    const rest = tickets.filter((ticket) => !given.includes(ticket));
    remove(given);
    if (given.length === 0 || !rest.some((ticket) => isReassignable(ticket) || ticket.status === 'new')) close();
  }
  return (
    <Paper
      component="section"
      withBorder
      shadow="md"
      radius="lg"
      px="md"
      py={10}
      className="selection-bar"
      aria-label={texts.selection}
    >
      <Group gap="xs">
        <Text fw="bold" role="status">
          {texts.selected(tickets.length)}
        </Text>
        {mayWrite && (
          <>
            <Button disabled={!isAssignable} onClick={() => setDialog('assign')} {...hintOf('assign', texts.assignTo)}>
              {texts.assignTo}
            </Button>
            <Button
              variant="default"
              disabled={reassignable.length === 0}
              title={reassignable.length === 0 ? texts.noneToHandOver : undefined}
              onClick={() => setDialog('handOver')}
            >
              {texts.handOver}
            </Button>
            <Button variant="default" onClick={() => setDialog('cancel')}>
              {texts.cancel}
            </Button>
          </>
        )}
        {children?.(texts.exportSelected)}
        <Button variant="subtle" onClick={clear}>
          {texts.clear}
        </Button>
        {mayWrite && !isAssignable && (
          <Text size="sm" c="dimmed">
            {texts.noneAssignable}
          </Text>
        )}
      </Group>
      {dialog === 'assign' && (
        <Dialog title={texts.assignSelected(tickets.length)} onClose={close}>
          <SplitProposal
            tickets={tickets}
            onSplit={(shares) => {
              assignShares(shares);
              removeGiven(shares.flatMap((share) => share.tickets));
            }}
          />
          <WorkerOptions
            projectIds={tickets.map(({ project_id }) => project_id)}
            emptyState={(hasMembers) => (
              <Text c="dimmed">{hasMembers ? messages.ticket.assignNobody : messages.ticket.assignNone}</Text>
            )}
            onSelect={(worker) => {
              const possible = takenBy(worker, tickets);
              assign(possible, worker);
              removeGiven(possible);
            }}
          />
        </Dialog>
      )}
      {dialog === 'handOver' && (
        <Dialog title={texts.handOverSelected(tickets.length)} onClose={close}>
          <HandOverForm
            tickets={tickets}
            onSelect={(worker, reason) => {
              close();
              const possible = takenBy(worker, reassignable);
              handOver(possible, worker, reason);
              remove(possible);
            }}
          />
        </Dialog>
      )}
      {dialog === 'cancel' && (
        <Dialog title={texts.cancelSelected(tickets.length)} onClose={close}>
          <CancelTicketsForm
            onClose={close}
            onReason={(reason) => {
              close();
              cancel(tickets, reason);
              clear();
            }}
          />
        </Dialog>
      )}
    </Paper>
  );
}
