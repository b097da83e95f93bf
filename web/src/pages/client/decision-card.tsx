import { Button, Group, Paper, Stack, Text, VisuallyHidden } from '@mantine/core';
import { Link, lazyRouteComponent } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import type { Ticket, TicketPhoto } from '../../contract/schemas.ts';
import { UrgentBadge } from '../../features/status-badge.tsx';
import { ticketTitle } from '../../features/ticket-title.ts';
import { useIsOnline } from '../../http/connectivity.ts';
import { useMessages } from '../../i18n/locale.ts';
import { mayWrite } from '../../session/acting.ts';
import { DrawnCheck } from '../../ui/drawn-check.tsx';
import { Meta } from '../../ui/meta.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { dropPhotoUrl } from '../../ui/photo-url-cache.ts';
import { RelativeTime } from '../../ui/time.tsx';
import { usePreloaded } from '../../ui/use-preloaded.ts';
import { BeforeAfter, ComparedPhotos } from '../ticket/before-after.tsx';
import { ChecklistProblems } from '../ticket/checklist/lazy.ts';
import { CostFacts, OpenQuote } from '../ticket/costs/lazy.ts';
import { beforeAndAfter } from '../ticket/photo-rounds.ts';
import { PhotoThumb } from '../ticket/photo-thumb.tsx';
import { useReportPictures } from '../ticket/use-report-pictures.ts';
import { useTicketOperation } from '../ticket/use-ticket-operation.ts';
import { holdConfirmation, useConfirmation } from './pending-confirmations.ts';

const ReasonDialog = lazyRouteComponent(() => import('../ticket/reason-dialog.tsx'), 'ReasonDialog');

interface Props {
  ticket: Ticket;
  /** the ticket does not wait for the client any more */
  isRemoved: boolean;
}

/** A ticket whose work is done, with what the client needs to confirm it or to request rework. */
export function DecisionCard({ ticket, isRemoved }: Props) {
  const messages = useMessages();
  const operation = useTicketOperation(ticket.id);
  const confirmation = useConfirmation(ticket.id);
  const [isReworkRequested, setReworkRequested] = useState(false);
  const wasConfirmed = useRef(false);
  useEffect(() => {
    wasConfirmed.current = confirmation !== undefined;
  });
  if (confirmation) return <Confirmed ticket={ticket} {...confirmation} />;
  if (isRemoved) {
    return <Decided ticket={ticket} text={isReworkRequested ? messages.ticket.rejected : messages.app.removedFromList} />;
  }
  const requestRework = (reason: string): void =>
    operation.mutate({ op: 'reject', reason }, { onSuccess: () => setReworkRequested(true) });
  return (
    <Paper component="article" className="card decision" withBorder h="100%" p="sm">
      <Stack gap="xs">
        <Title ticket={ticket} />
        <Text size="sm" c="dimmed">
          {ticket.object_name}
          {ticket.floor && ` · ${messages.ticket.floor(ticket.floor)}`}
        </Text>
        <Photos ticket={ticket} />
        <ChecklistProblems ticketId={ticket.id} />
        <Meta>
          <UrgentBadge {...ticket} />
          {ticket.worker_id && <PersonName id={ticket.worker_id} name={ticket.worker_name ?? ''} />}
          {ticket.done_at && (
            <span>
              {messages.client.finished} <RelativeTime at={ticket.done_at} />
            </span>
          )}
          {ticket.rework_count > 0 && <span>{messages.ticket.reworked(ticket.rework_count)}</span>}
          <span className="numbers">#{ticket.id}</span>
        </Meta>
        <CostFacts ticket={ticket} />
        <OpenQuote ticket={ticket} />
        {mayWrite && (
          <Buttons ticket={ticket} takesFocus={wasConfirmed.current} isBusy={operation.isPending} onReason={requestRework} />
        )}
      </Stack>
    </Paper>
  );
}

function Title({ ticket }: { ticket: Ticket }) {
  return (
    <Text component="h3" fw={600} textWrap="balance">
      <Link to="/tickets/$id" params={{ id: String(ticket.id) }} className="card-link">
        {ticketTitle(ticket)}
      </Link>
    </Text>
  );
}

interface ButtonsProps {
  ticket: Ticket;
  /** the focused undo is gone */
  takesFocus: boolean;
  isBusy: boolean;
  onReason: (reason: string) => void;
}

function Buttons({ ticket, takesFocus, isBusy, onReason }: ButtonsProps) {
  const messages = useMessages();
  const isOnline = useIsOnline();
  const [isAsking, setAsking] = useState(false);
  const hasReasonDialog = usePreloaded(ReasonDialog);
  const confirmButton = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the buttons appear again
  useEffect(() => {
    if (takesFocus) confirmButton.current?.focus({ preventScroll: true });
  }, []);
  const { confirm, reject } = messages.labels.operation;
  const unavailableId = `unavailable-${ticket.id}`;
  const state = { disabled: !isOnline || isBusy, 'aria-describedby': isOnline ? undefined : unavailableId };
  return (
    <>
      <Group gap="xs">
        <Button {...state} ref={confirmButton} onClick={() => holdConfirmation(ticket.id)}>
          {confirm}
          <VisuallyHidden> {ticketTitle(ticket)}</VisuallyHidden>
        </Button>
        <Button {...state} variant="default" onClick={() => setAsking(true)}>
          {reject}
          <VisuallyHidden> {ticketTitle(ticket)}</VisuallyHidden>
        </Button>
      </Group>
      {!isOnline && (
        <Text id={unavailableId} size="sm" c="dimmed">
          {messages.ticket.notOffline([confirm, reject].join(', '))}
        </Text>
      )}
      {isAsking && hasReasonDialog && (
        <ReasonDialog id={ticket.id} op="reject" onClose={() => setAsking(false)} onReason={onReason} />
      )}
    </>
  );
}

/** The photos of the work; nothing for work without photos. */
function Photos({ ticket }: { ticket: Ticket }) {
  const messages = useMessages();
  const query = useApiQuery('GET /tickets/{id}/photos', { params: { id: ticket.id }, query: { limit: 100 } });
  const photos = query.data?.items ?? [];
  const { pictures: [reported] = [] } = useReportPictures(ticket.id);
  const pair = beforeAndAfter(ticket, photos, reported);
  const [only] = photos;
  const renewLink = (photo: TicketPhoto): void => {
    if (dropPhotoUrl(photo)) void query.refetch({ cancelRefetch: false });
  };
  if (pair) return <BeforeAfter ticket={ticket} {...pair} isSmall onBroken={renewLink} />;
  if (!only) return null;
  const alt = messages.ticket.photoOf(1, photos.length, only.original_name);
  return (
    <ComparedPhotos>
      <PhotoThumb photo={only} alt={alt} loading="lazy" onBroken={renewLink} />
    </ComparedPhotos>
  );
}

function Confirmed({ ticket, canUndo, undo: onUndo }: { ticket: Ticket; canUndo: boolean; undo: () => void }) {
  const messages = useMessages();
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => undo.current?.focus({ preventScroll: true }), []); // the button that confirmed is gone
  return (
    <Decided ticket={ticket} text={messages.labels.status.confirmed}>
      <DrawnCheck />
      {canUndo && (
        <Button ref={undo} variant="subtle" onClick={onUndo}>
          {messages.app.undo}
          <VisuallyHidden> {ticketTitle(ticket)}</VisuallyHidden>
        </Button>
      )}
    </Decided>
  );
}

/** Stays in the place of the card, so that the cards below do not move while they are tapped. */
function Decided({ ticket, text, children }: { ticket: Ticket; text: string; children?: ReactNode }) {
  return (
    <Paper
      component="article"
      className="card decision"
      h="100%"
      p="sm"
      bd="1px dashed var(--border)"
      bg="transparent"
      c="dimmed"
    >
      <Stack gap="xs">
        <Title ticket={ticket} />
        <Meta role="status">
          {text}
          {children}
        </Meta>
      </Stack>
    </Paper>
  );
}
