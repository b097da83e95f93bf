import { Button, Text, Textarea, Title, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useApiListQuery, useFormMutation } from '../../api/queries.ts';
import type { Team, TicketListItem } from '../../contract/schemas.ts';
import { useActingTexts } from '../../features/acting/texts/texts.ts';
import { useReassigningTexts } from '../../features/reassigning/texts/texts.ts';
import { StatusBadge } from '../../features/status-badge.tsx';
import { ticketTitle } from '../../features/ticket-title.ts';
import { useMessages } from '../../i18n/locale.ts';
import { isolateName, withoutBidirectionalControls } from '../../lib/bidirectional-controls.ts';
import { showToast } from '../../lib/toasts.ts';
import { startActing } from '../../session/acting.ts';
import { useSender } from '../../session/session-store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { ListRow, ListRows, RowActions, RowButton } from '../../ui/list-rows.tsx';
import { Meta } from '../../ui/meta.tsx';
import { Option, OptionList } from '../../ui/option-list.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { UserAvatar } from '../../ui/user-avatar.tsx';
import { useTeamTexts } from './texts/texts.ts';

/** What a worker has yet to do. */
const status = 'assigned,in_progress,rejected';

/** The open requests of a team, for its lead: opens each for its worker, and gives it to another member. */
export function TeamWork({ team }: { team: Team }) {
  const texts = useTeamTexts();
  const paging = useListPaging();
  const { limit, offset } = paging;
  const tickets = useApiListQuery('GET /ext/tickets', { query: { team: 'true', status, limit, offset } });
  return (
    <section aria-labelledby="team-work">
      <Title order={2} id="team-work" mt="xl" mb="xs" tabIndex={-1}>
        {texts.work}
      </Title>
      <QueryState query={tickets} height={72} />
      {tickets.data?.total === 0 && <Text c="dimmed">{texts.noWork}</Text>}
      <ListRows>
        {tickets.data?.items.map((ticket) => (
          <TicketRow key={ticket.id} ticket={ticket} team={team} />
        ))}
      </ListRows>
      <ShowMore paging={paging} page={tickets.data} />
    </section>
  );
}

function TicketRow({ ticket, team }: { ticket: TicketListItem; team: Team }) {
  const acting = useActingTexts();
  const reassigning = useReassigningTexts();
  const messages = useMessages();
  const me = useSender();
  const [isReassigning, setReassigning] = useState(false);
  const title = ticketTitle(ticket);
  const { id, object_name, floor, worker_id, worker_name } = ticket;
  const place = [object_name, floor && messages.ticket.floor(floor)].filter(Boolean).join(', ');
  const path = `/tickets/${id}`;
  const worker = { id: worker_id ?? '', name: worker_name ?? '', role: 'worker', scope: 'write' } as const;
  return (
    <ListRow
      picture={<UserAvatar id={worker.id} name={worker.name} size={40} />}
      name={title}
      details={`${worker.name} · ${place}`}
      notes={
        <Meta>
          <StatusBadge status={ticket.status} />
          <span className="numbers">#{id}</span>
        </Meta>
      }
    >
      <RowActions>
        {worker.id === me.id ? (
          <LinkButton to="/tickets/$id" params={{ id: String(id) }} variant="subtle">
            {messages.app.view}
            <VisuallyHidden> {title}</VisuallyHidden>
          </LinkButton>
        ) : (
          <Button variant="subtle" onClick={() => startActing(me.id, worker, path)}>
            {acting.actFor(withoutBidirectionalControls(worker.name))}
            <VisuallyHidden> ({title})</VisuallyHidden>
          </Button>
        )}
        <RowButton text={reassigning.reassign} of={title} onClick={() => setReassigning(true)} />
      </RowActions>
      {isReassigning && <ReassignDialog ticket={ticket} team={team} onClose={() => setReassigning(false)} />}
    </ListRow>
  );
}

interface DialogProps {
  ticket: TicketListItem;
  team: Team;
  onClose: () => void;
}

/** The members of the team; the service refuses those who do not work in the project. */
function ReassignDialog({ ticket: { id, worker_id }, team: { members }, onClose }: DialogProps) {
  const texts = useTeamTexts();
  const reassigning = useReassigningTexts();
  const messages = useMessages();
  const [reason, setReason] = useState('');
  const reassign = useFormMutation('POST /ext/tickets/{id}/reassign', {
    invalidates: ['GET /ext/tickets', 'GET /tickets', 'GET /tickets/{id}'],
    onSuccess: ({ worker_name }) => {
      showToast({ text: messages.ticket.assignedTo(isolateName(worker_name ?? '')) });
      onClose();
      document.getElementById('team-work')?.focus(); // the row may be elsewhere
    },
  });
  const give = (worker: string): void =>
    reassign.mutate({ params: { id }, body: { worker_id: worker, ...(reason.trim() && { reason: reason.trim() }) } });
  return (
    <Dialog title={reassigning.reassignTitle} onClose={onClose} isSheet>
      <Textarea
        mt="xs"
        label={`${reassigning.reason} (${messages.app.optional})`}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={2000}
        rows={2}
      />
      <FormError error={reassign.error} />
      {members.every((member) => member.id === worker_id) && <Text c="dimmed">{texts.noOther}</Text>}
      <OptionList>
        {members
          .filter((member) => member.id !== worker_id)
          .map(({ id: workerId, name }) => (
            <Option
              key={workerId}
              name={name}
              left={<UserAvatar id={workerId} name={name} size={32} />}
              isDisabled={reassign.isPending}
              onSelect={() => give(workerId)}
            />
          ))}
      </OptionList>
    </Dialog>
  );
}
