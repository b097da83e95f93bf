import { DataList, Paper } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { TicketDetail } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { TicketSchedule } from './ticket-schedule.tsx';

/** The project, the building and the rule of a ticket. */
export function TicketFacts({ ticket }: { ticket: TicketDetail }) {
  const messages = useMessages();
  const me = useCurrentUser();
  const { recurring } = ticket;
  return (
    <Paper withBorder px="lg" py="md">
      <DataList orientation="vertical">
        <DataList.Item>
          <DataList.ItemLabel>{messages.ticket.project}</DataList.ItemLabel>
          <DataList.ItemValue>
            {me.role === 'worker' ? (
              ticket.project_name
            ) : (
              <Link to="/projects/$id" params={{ id: String(ticket.project_id) }}>
                {ticket.project_name}
              </Link>
            )}
          </DataList.ItemValue>
        </DataList.Item>
        {me.role !== 'worker' && (
          <DataList.Item>
            <DataList.ItemLabel>{messages.ticket.object}</DataList.ItemLabel>
            <DataList.ItemValue>
              <Link to="/buildings/$id" params={{ id: String(ticket.object_id) }}>
                {ticket.object_name}
              </Link>
            </DataList.ItemValue>
          </DataList.Item>
        )}
        {recurring && (
          <DataList.Item>
            <DataList.ItemLabel>{messages.ticket.rule}</DataList.ItemLabel>
            <DataList.ItemValue>
              <TicketSchedule ticketId={ticket.id} recurring={recurring} />
            </DataList.ItemValue>
          </DataList.Item>
        )}
      </DataList>
    </Paper>
  );
}
