import { Box, Flex, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconPoint } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { AuditEvent } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { withoutBidirectionalControls } from '../../lib/bidirectional-controls.ts';
import { CopyableText } from '../../ui/copyable-text.tsx';
import { Fact, Facts } from '../../ui/fact.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IsolatedName } from '../../ui/isolated-name.tsx';
import { Meta } from '../../ui/meta.tsx';
import { DateTime, RelativeTime } from '../../ui/time.tsx';
import { eventDetails, eventSentence } from './event-sentence.ts';
import { useAuditTexts } from './texts/texts.ts';
import { isUuid } from './url-filters.ts';

/** Events that an admin should look into. */
const warnings: readonly AuditEvent['event'][] = [
  'login_failed',
  'login_limited',
  'refresh_reused',
  'mfa_disabled',
  'passkey_removed',
];

/** One event as a sentence, which opens its details. */
export function AuditEventRow({ event }: { event: AuditEvent }) {
  const messages = useMessages();
  const texts = useAuditTexts();
  const details = eventDetails(event, texts, messages);
  const shownDetails = details.filter(({ key }) => key !== 'user_agent').map(({ label, text }) => `${label}: ${text}`);
  const isWarning = warnings.includes(event.event);
  return (
    <li>
      <details>
        <Flex component="summary" wrap="wrap" align="flex-start" columnGap="xl" px="md" py="sm">
          <Group component="span" wrap="nowrap" align="flex-start" gap="xs" flex="1 1 320px" miw={0}>
            <Box component="span" c={isWarning ? 'var(--danger)' : 'dimmed'} mt={2}>
              <Icon icon={isWarning ? IconAlertTriangle : IconPoint} size={16} />
            </Box>
            <span>
              {eventSentence(event, texts).map(({ text, isName }, index) =>
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no identity
                isName ? <IsolatedName key={index} name={text} /> : text,
              )}
              {shownDetails.length > 0 && (
                <Text span display="block" size="sm" c="dimmed">
                  {shownDetails.map((text, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the details of an event never change
                    <Fragment key={index}>
                      {index > 0 && ' · '}
                      <bdi>{text}</bdi>
                    </Fragment>
                  ))}
                </Text>
              )}
            </span>
          </Group>
          <Text span size="sm" c="dimmed" pl={24}>
            {event.ip && `${event.ip} · `}
            <RelativeTime at={event.at} />
          </Text>
        </Flex>
        <EventFacts event={event} />
      </details>
    </li>
  );
}

function EventFacts({ event }: { event: AuditEvent }) {
  const messages = useMessages();
  const texts = useAuditTexts();
  const { at, ip, request_id, actor_id, actor_name, subject_type, subject_id, subject_name } = event;
  return (
    <Stack gap="sm" maw={600} pl={40} pr="md" pt="xs" pb="md">
      <Facts>
        <Fact name={texts.at}>
          <DateTime at={at} />
        </Fact>
        {ip && <Fact name={texts.ip}>{ip}</Fact>}
        {eventDetails(event, texts, messages).map(({ key, label, text }) => (
          <Fact key={key} name={label}>
            {text}
          </Fact>
        ))}
      </Facts>
      {request_id && (
        <div>
          <Text size="sm" c="dimmed" mb={4}>
            {texts.requestId}
          </Text>
          <CopyableText text={request_id} />
        </div>
      )}
      <Meta>
        {actor_id && (
          <Link to="/audit" search={{ actor_id }} className="tap-target">
            {texts.byActor(withoutBidirectionalControls(actor_name))}
          </Link>
        )}
        {subject_type !== 'limit' && subject_id && subject_id !== actor_id && (
          <Link to="/audit" search={{ subject_id }} className="tap-target">
            {texts.aboutSubject(withoutBidirectionalControls(subject_name) || subject_id)}
          </Link>
        )}
        {subject_type === 'limit' && isUuid(subject_name) && (
          <Link to="/audit" search={{ subject_id: subject_name }} className="tap-target">
            {texts.aboutAccount}
          </Link>
        )}
      </Meta>
    </Stack>
  );
}
