import { LinkButton } from '../../components/link-button.tsx';
import { Page } from '../../components/page.tsx';
import { useMessages } from '../../i18n/locale.ts';

/** What somebody else got while a worker looked at it. */
export function TicketUnavailable() {
  const messages = useMessages();
  return (
    <Page title={messages.ticket.notFree} lead={messages.ticket.notFreeText}>
      <LinkButton to="/free" variant="default">
        {messages.ticket.toFree}
      </LinkButton>
    </Page>
  );
}
