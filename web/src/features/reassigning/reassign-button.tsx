import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { Ticket } from '../../contract/schemas.ts';
import { useIsOnline } from '../../http/connectivity.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { canReassign } from '../assigning/reassignable.ts';
import { useTicketChanges } from '../assigning/use-ticket-changes.ts';
import { WorkerOptions } from '../assigning/worker-options.tsx';
import { useReassigningTexts } from './texts/texts.ts';

/** Gives a ticket that has a worker to another one. */
export function ReassignButton({ ticket }: { ticket: Ticket }) {
  const texts = useReassigningTexts();
  const me = useCurrentUser();
  const isOnline = useIsOnline();
  const { assign } = useTicketChanges();
  const [isOpen, setOpen] = useState(false);
  if (!canReassign(me, ticket)) return null;
  const close = (): void => setOpen(false);
  return (
    <div>
      <Button variant="default" disabled={!isOnline} onClick={() => setOpen(true)}>
        {texts.reassign}
      </Button>
      {!isOnline && (
        <Text size="sm" c="dimmed">
          {texts.notOffline}
        </Text>
      )}
      {isOpen && (
        <Dialog title={texts.reassignTitle} onClose={close}>
          <WorkerOptions
            projectIds={[ticket.project_id]}
            withoutId={ticket.worker_id}
            emptyState={() => <Text c="dimmed">{texts.noOther}</Text>}
            onSelect={(worker) => {
              close();
              assign([ticket], worker);
            }}
          />
        </Dialog>
      )}
    </div>
  );
}
