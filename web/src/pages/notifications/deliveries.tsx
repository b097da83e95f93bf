import { Box, Flex, Text } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiListQuery } from '../../api/queries.ts';
import type { Status } from '../../contract/enums.ts';
import type { NotificationDecision } from '../../contract/schemas.ts';
import { AccountChip, AccountFilter } from '../../features/filters/account-filter.tsx';
import { FilterRow } from '../../features/filters/filter-row.tsx';
import { StateText } from '../../features/state-text.tsx';
import type { SelectedUser } from '../../features/user-picker.tsx';
import { formatDateTime } from '../../i18n/dates.ts';
import { withoutBidirectionalControls } from '../../lib/bidirectional-controls.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListRow, ListRows, RowLink } from '../../ui/list-rows.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { reasonText } from './reason-text.ts';
import { useNotificationTexts } from './texts/texts.ts';

/** What each channel did with each notification: why a message came or did not. */
export function DeliveriesPage() {
  const texts = useNotificationTexts();
  const { role } = useCurrentUser();
  const { user_id } = useSearch({ from: '/signed-in/notifications/deliveries' });
  const paging = useListPaging(user_id);
  const { limit, offset } = paging;
  const list = useApiListQuery('GET /ext/notifications/deliveries', { query: { limit, offset, ...(user_id && { user_id }) } });
  const isEmpty = list.data?.total === 0;
  return (
    <PageLayout title={texts.deliveries} lead={texts.deliveriesLead}>
      <Box maw={860}>
        {role === 'admin' && <AccountRow id={user_id} />}
        <QueryState query={list} height={64} />
        {isEmpty && (
          <EmptyState icon={IconBell} title={texts.noneSent}>
            {role === 'admin' && !user_id ? texts.noneFor.admin : texts.noneSentText}
          </EmptyState>
        )}
        <ListRows>
          {list.data?.items.map((decision) => (
            <Decision key={decision.id} decision={decision} />
          ))}
        </ListRows>
        <ShowMore paging={paging} page={list.data} />
      </Box>
    </PageLayout>
  );
}

/** Whose notifications an admin sees: the own ones without a filter. */
function AccountRow({ id }: { id: string | undefined }) {
  const texts = useNotificationTexts();
  const label = texts.deliveriesOf;
  const navigate = useNavigate();
  const [last, setLast] = useState<SelectedUser>();
  const show = (search: { user_id?: string }): void => void navigate({ to: '/notifications/deliveries', search, replace: true });
  const chip = (remove: (text: string) => void) => (
    <AccountChip namedIn="subject" last={last} label={label} id={id ?? ''} onRemove={remove} />
  );
  return (
    <FilterRow active={id ? [{ key: id, chip, remove: () => show({}) }] : []} onClear={() => show({})}>
      <AccountFilter
        label={label}
        selected={id}
        onSelect={(user) => {
          setLast(user);
          show({ user_id: user.id });
        }}
        firstRole="worker"
      />
      {!id && (
        <Text size="sm" c="dimmed">
          {texts.ownDeliveries}
        </Text>
      )}
    </FilterRow>
  );
}

function Decision({ decision: { event, params, ticket_id, created_at, sends } }: { decision: NotificationDecision }) {
  const texts = useNotificationTexts();
  const title = withoutBidirectionalControls(params.title ?? params.project_name ?? '');
  const number = ticket_id === null ? '' : `#${ticket_id}`;
  return (
    <ListRow
      name={
        ticket_id === null ? (
          title
        ) : (
          <RowLink to="/tickets/$id" params={{ id: String(ticket_id) }}>
            {title}
          </RowLink>
        )
      }
      details={
        <>
          {[texts.events[event], params.object_name, number].filter(Boolean).join(' · ')} · <RelativeTime at={created_at} />
        </>
      }
      notes={
        sends.length === 0 ? (
          <Text size="sm">{texts.noChannel}</Text>
        ) : (
          sends.map((send) => <Send key={send.channel} send={send} />)
        )
      }
    />
  );
}

type Send = NotificationDecision['sends'][number];

const colors: Record<Send['state'], Status> = {
  waiting: 'assigned',
  queued: 'in_progress',
  sent: 'done',
  dropped: 'closed',
  failed: 'rejected',
};

function Send({ send: { channel, state, reason, due_at, decided_at } }: { send: Send }) {
  const texts = useNotificationTexts();
  const at = state === 'waiting' ? texts.waitsUntil(formatDateTime(due_at)) : decided_at && formatDateTime(decided_at);
  return (
    <Box mt={6}>
      <Flex wrap="wrap" columnGap="xs" fz="sm">
        <StateText component="span" color={colors[state]}>
          {texts.channels[channel]}: {texts.states[state]}
        </StateText>
        {at && (
          <Text span size="sm" c="dimmed">
            {at}
          </Text>
        )}
      </Flex>
      {reason && <Text size="sm">{reasonText(reason, texts)}</Text>}
    </Box>
  );
}
