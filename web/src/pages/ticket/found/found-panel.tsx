import { Stack, Text, Title } from '@mantine/core';
import { useApiQuery } from '../../../api/queries.ts';
import type { PortalReport, Ticket } from '../../../contract/schemas.ts';
import { withoutBidirectionalControls } from '../../../lib/bidirectional-controls.ts';
import { mayWrite } from '../../../session/acting.ts';
import { useCurrentUser } from '../../../session/session-store.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { Meta } from '../../../ui/meta.tsx';
import { RelativeTime } from '../../../ui/time.tsx';
import { useFoundTexts } from './texts/texts.ts';

/** For the worker of a ticket: a link to the form for another defect, and what was found so far with what became of it. */
export function FoundPanel({ ticket }: { ticket: Ticket }) {
  const me = useCurrentUser();
  return me.role === 'worker' && ticket.worker_id === me.id ? <OwnFoundPanel ticket={ticket} /> : null;
}

function OwnFoundPanel({ ticket: { id, status } }: { ticket: Ticket }) {
  const texts = useFoundTexts();
  const found = useApiQuery('GET /ext/tickets/{id}/reports', { params: { id }, query: { limit: 100, order: 'desc' } });
  const items = found.data?.items ?? [];
  const canReport = status !== 'closed' && mayWrite;
  if (!canReport && items.length === 0) return null;
  return (
    <Stack gap="xs">
      {items.length > 0 && (
        <section aria-labelledby="found">
          <Title order={2} size="md" id="found">
            {texts.found}
          </Title>
          <Stack component="ul" gap="xs" mt={6}>
            {items.map((report) => (
              <FoundItem key={report.id} report={report} />
            ))}
          </Stack>
        </section>
      )}
      {canReport && (
        <div>
          {/* Loaded with the link: the connection may be gone when the form is needed. */}
          <LinkButton variant="default" to="/tickets/$id/found" params={{ id: String(id) }} preload="render">
            {texts.report}
          </LinkButton>
        </div>
      )}
    </Stack>
  );
}

function FoundItem({ report: { text, status, reason, photos, created_at } }: { report: PortalReport }) {
  const texts = useFoundTexts();
  return (
    <li>
      <Text dir="auto" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
        {withoutBidirectionalControls(text)}
      </Text>
      <Meta>
        <span>{texts.statuses[status]}</span>
        {photos.length > 0 && <span>{texts.photos(photos.length)}</span>}
        <RelativeTime at={created_at} />
      </Meta>
      {reason && (
        <Text size="sm" dir="auto">
          {withoutBidirectionalControls(reason)}
        </Text>
      )}
    </li>
  );
}
