import { LinkButton } from '../../components/link-button.tsx';
import { PageLayout } from '../../components/page-layout.tsx';
import { useMessages } from '../../i18n/locale.ts';

/** Shown when another worker was assigned to the ticket, or it was cancelled, while the page was open. */
export function TicketUnavailable() {
  const messages = useMessages();
  return (
    <PageLayout title={messages.ticket.unavailable} lead={messages.ticket.unavailableText}>
      <LinkButton to="/free" variant="default">
        {messages.ticket.toAvailable}
      </LinkButton>
    </PageLayout>
  );
}
