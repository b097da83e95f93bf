import { useMessages } from '../../i18n/locale.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';

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
