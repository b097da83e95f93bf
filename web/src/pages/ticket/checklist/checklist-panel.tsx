import { Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconChecklist, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Ticket } from '../../../contract/schemas.ts';
import { useIsOnline } from '../../../http/connectivity.ts';
import { mayWrite } from '../../../session/acting.ts';
import { useCurrentUser } from '../../../session/session-store.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Meta } from '../../../ui/meta.tsx';
import { canArrange } from '../connections/can-arrange.ts';
import { ChooseChecklistDialog, RemoveChecklistDialog } from './checklist-dialogs.tsx';
import { ChecklistItem } from './checklist-item.tsx';
import { ReadItem } from './read-item.tsx';
import type { ShownChecklist } from './shown-checklist.ts';
import { useTicketChecklistTexts } from './texts/texts.ts';
import { UnsavedAnswers } from './unsaved-answers.tsx';
import { useTicketChecklist } from './use-ticket-checklist.ts';

/** So many items are all shown to whoever only reads them. */
const maxReadItems = 8;

/** The checklist of a ticket, which its worker fills in while the work is in progress, or a button that adds one. */
export function ChecklistPanel({ ticket }: { ticket: Ticket }) {
  const texts = useTicketChecklistTexts();
  const me = useCurrentUser();
  const checklist = useTicketChecklist(ticket.id);
  const canFillIn = mayWrite && ticket.worker_id === me.id && ticket.status === 'in_progress';
  const canChange = canArrange(me, ticket) && ticket.status !== 'closed';
  if (!checklist) {
    return (
      <>
        <UnsavedAnswers ticketId={ticket.id} />
        {canChange && <AddButton ticket={ticket} />}
      </>
    );
  }
  const { name, items, answered, openRequired, failed } = checklist;
  return (
    <Stack component="section" gap="sm" aria-labelledby="checklist">
      <Group justify="space-between" gap="xs">
        <Title order={2} id="checklist">
          {name || texts.title}
        </Title>
        {canChange && <RemoveButton ticketId={ticket.id} isFilledIn={answered > 0} />}
      </Group>
      <Meta role="status">
        <span>{texts.progress(answered, items.length)}</span>
        {openRequired.length > 0 && <span>{texts.openRequired(openRequired.length)}</span>}
        {failed.length > 0 && (
          <Text span inherit c="var(--danger)" fw={600}>
            {texts.failedCount(failed.length)}
          </Text>
        )}
      </Meta>
      <Box component="progress" w="100%" h={6} max={items.length} value={answered} aria-hidden />
      <UnsavedAnswers ticketId={ticket.id} />
      {canFillIn ? (
        <Stack component="ol" gap={10}>
          {items.map((item) => (
            <ChecklistItem key={item.id} ticket={ticket} item={item} />
          ))}
        </Stack>
      ) : (
        <ReadItems checklist={checklist} ticket={ticket} />
      )}
    </Stack>
  );
}

/** Of many items what has failed and what is open comes first. */
function ReadItems({ checklist, ticket }: { checklist: ShownChecklist; ticket: Ticket }) {
  const texts = useTicketChecklistTexts();
  const [showsAll, setShowsAll] = useState(false);
  const { items, failed, openRequired } = checklist;
  const isLong = items.length > maxReadItems && !showsAll;
  const shown = isLong ? items.filter((item) => failed.includes(item) || openRequired.includes(item)) : items;
  return (
    <>
      {shown.length > 0 && (
        <Stack component="ol" gap={10}>
          {shown.map((item) => (
            <ReadItem key={item.id} ticket={ticket} item={item} />
          ))}
        </Stack>
      )}
      {isLong && (
        <div>
          <Button variant="default" onClick={() => setShowsAll(true)}>
            {texts.showAll(items.length)}
          </Button>
        </div>
      )}
    </>
  );
}

function AddButton({ ticket }: { ticket: Ticket }) {
  const texts = useTicketChecklistTexts();
  const isOnline = useIsOnline();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="checklist-add">
      <Button
        variant="subtle"
        px="xs"
        disabled={!isOnline}
        title={isOnline ? undefined : texts.notOffline}
        leftSection={<Icon icon={IconChecklist} size={18} />}
        onClick={() => setOpen(true)}
      >
        {texts.add}
      </Button>
      {isOpen && <ChooseChecklistDialog ticket={ticket} onClose={() => setOpen(false)} />}
    </div>
  );
}

function RemoveButton({ ticketId, isFilledIn }: { ticketId: number; isFilledIn: boolean }) {
  const texts = useTicketChecklistTexts();
  const isOnline = useIsOnline();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        c="dimmed"
        px="xs"
        disabled={!isOnline}
        title={isOnline ? undefined : texts.notOffline}
        leftSection={<Icon icon={IconTrash} size={18} />}
        onClick={() => setOpen(true)}
      >
        {texts.remove}
      </Button>
      {isOpen && <RemoveChecklistDialog ticketId={ticketId} isFilledIn={isFilledIn} onClose={() => setOpen(false)} />}
    </>
  );
}
