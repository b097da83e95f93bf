import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { PortalReport } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { withoutBidirectionalControls } from '../../lib/bidirectional-controls.ts';
import { mayWrite } from '../../session/acting.ts';
import { MailLink } from '../../ui/mail-link.tsx';
import { Meta } from '../../ui/meta.tsx';
import { Tag } from '../../ui/tag.tsx';
import { DateTime, RelativeTime } from '../../ui/time.tsx';
import { ContactText } from './contact-text.tsx';
import { ReportActions } from './report-actions.tsx';
import { ReportPhotos } from './report-photos.tsx';
import { useReportTexts } from './texts/texts.ts';

interface Props {
  report: PortalReport;
  /** it left the list since it was read */
  isRemoved: boolean;
}

/** One report: what, where and by whom, and what can be done with it. */
export function ReportCard({ report, isRemoved }: Props) {
  const texts = useReportTexts();
  const messages = useMessages();
  const { status, text, category, floor, contact, email, object_name, equipment, address, project_name, created_at, photos } =
    report;
  const place = [address, floor && texts.onFloor(floor), project_name].filter(Boolean).join(' · ');
  return (
    <Paper component="li" withBorder p="md" bdrs="md" opacity={isRemoved ? 0.6 : 1}>
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start" gap="xs">
          <Title order={2} size="md">
            <bdi>{object_name || texts.withoutObject}</bdi>
            {equipment && (
              <>
                {' · '}
                <Link to="/equipment/$id" params={{ id: String(equipment.id) }}>
                  {equipment.name}
                </Link>
              </>
            )}
          </Title>
          <Text size="sm" c="dimmed">
            <RelativeTime at={created_at} />
          </Text>
        </Group>
        <Text size="sm" c="dimmed">
          {place}
        </Text>
        <Text dir="auto" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {withoutBidirectionalControls(text)}
        </Text>
        <ReportPhotos photos={photos} />
        <Finder report={report} />
        <Meta>
          {category && <Tag>{messages.labels.category[category]}</Tag>}
          {contact && (
            <span>
              {texts.contact}: <ContactText text={contact} />
            </span>
          )}
          {email && (
            <span>
              {texts.email}: <MailLink email={withoutBidirectionalControls(email)} />
            </span>
          )}
        </Meta>
        {isRemoved && <Text c="dimmed">{texts.answered}</Text>}
        {status === 'open' && !isRemoved && mayWrite && <ReportActions report={report} />}
        {status !== 'open' && <Answer report={report} />}
      </Stack>
    </Paper>
  );
}

/** The worker who found it, and the request during which. */
function Finder({ report: { reported_by, from_ticket_id } }: { report: PortalReport }) {
  const texts = useReportTexts();
  if (!reported_by) return null;
  return (
    <Group gap="4px 12px">
      <Text size="sm">{texts.foundBy(withoutBidirectionalControls(reported_by.name))}</Text>
      {from_ticket_id !== null && (
        <Anchor size="sm" renderRoot={(props) => <Link to="/tickets/$id" params={{ id: String(from_ticket_id) }} {...props} />}>
          {texts.toTicket(from_ticket_id)}
        </Anchor>
      )}
    </Group>
  );
}

/** What became of a report. */
function Answer({ report: { status, ticket_id, reason, decided_by_name, decided_at, rating } }: { report: PortalReport }) {
  const texts = useReportTexts();
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        {texts.answeredBy[status](decided_by_name)} {decided_at && <DateTime at={decided_at} />}
      </Text>
      {ticket_id !== null && (
        <Anchor renderRoot={(props) => <Link to="/tickets/$id" params={{ id: String(ticket_id) }} {...props} />}>
          {texts.toTicket(ticket_id)}
        </Anchor>
      )}
      {reason && (
        <Text size="sm" dir="auto">
          {withoutBidirectionalControls(reason)}
        </Text>
      )}
      {rating && (
        <Text size="sm" dir="auto">
          {[texts.rated(rating.rating), withoutBidirectionalControls(rating.text)].filter(Boolean).join(': ')}
        </Text>
      )}
    </Stack>
  );
}
