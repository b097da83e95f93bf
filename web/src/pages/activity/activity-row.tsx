import { Box, Flex, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ActivityEntry } from '../../contract/schemas.ts';
import { ticketTitle } from '../../features/ticket-title.ts';
import { formatDateTime } from '../../i18n/dates.ts';
import { localeTag, useMessages } from '../../i18n/locale.ts';
import { IsolatedName } from '../../ui/isolated-name.tsx';
import { Meta } from '../../ui/meta.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useActivityTexts } from './texts/texts.ts';

/** One line of what was done: when, by whom, with which request, where. */
export function ActivityRow({ entry }: { entry: ActivityEntry }) {
  const { at, actor, ticket, object, project, comment, internal } = entry;
  const texts = useActivityTexts();
  const words = useActionText()(entry);
  return (
    <Flex component="li" gap="md" px="md" py="sm">
      <Text component="time" size="sm" c="dimmed" className="numbers" dateTime={at} title={formatDateTime(at)} pt={2} miw={44}>
        {timeOf(at)}
      </Text>
      <Box miw={0} flex={1}>
        <Text>
          <IsolatedName name={actor.name || texts.reporter} /> {words} {internal && <Tag>{texts.internal}</Tag>}
        </Text>
        {comment && (
          <Text size="sm" lineClamp={3} className="description">
            {comment}
          </Text>
        )}
        <Meta>
          <Link to="/tickets/$id" params={{ id: String(ticket.id) }} className="tap-target">
            #{ticket.id} <bdi>{ticketTitle(ticket)}</bdi>
          </Link>
          <Link to="/buildings/$id" params={{ id: String(object.id) }} className="tap-target">
            <bdi>{object.name}</bdi>
          </Link>
          <bdi>{project.name}</bdi>
        </Meta>
      </Box>
    </Flex>
  );
}

const timeOf = (at: string): string =>
  new Intl.DateTimeFormat(localeTag(), { hour: '2-digit', minute: '2-digit' }).format(new Date(at));

/** An assignment by a worker is shown as accepting. */
function useActionText() {
  const { action: actions } = useMessages().labels;
  const texts = useActivityTexts();
  return ({ action, from_status, actor }: ActivityEntry): string => {
    if (action === 'commented') return texts.commented;
    if (action !== 'assigned') return actions[action];
    if (from_status !== 'new') return actions.reassigned;
    return actor.role === 'worker' ? actions.taken : actions.assigned;
  };
}
