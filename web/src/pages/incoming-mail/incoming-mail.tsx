import { Skeleton, Text } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { keepPreviousRows } from '../../api/keep-previous-rows.ts';
import { apiQuery } from '../../api/queries.ts';
import type { IntakeHealth } from '../../contract/schemas.ts';
import { forRoles } from '../../features/for-roles.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { ListRows } from '../../ui/list-rows.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { LeftMailRow } from './left-mail-row.tsx';
import { useIncomingMailTexts } from './texts/texts.ts';

/** There are no live updates of mails. */
const alwaysNew = { refetchInterval: 30_000, staleTime: 0 };

/** The mails that came into the mailbox of the service, for admins. */
export const IncomingMailPage = forRoles(['admin'], IncomingMail);

function IncomingMail() {
  const texts = useIncomingMailTexts();
  const paging = useListPaging();
  const { limit, offset } = paging;
  const health = useQuery({ ...apiQuery('GET /ext/health'), ...alwaysNew });
  const options = apiQuery('GET /ext/intake', { query: { limit, offset } });
  const mails = useQuery({ ...options, ...alwaysNew, placeholderData: keepPreviousRows(options.queryKey) });
  const { data } = mails;
  const status = (
    <LinkButton to="/health" variant="default">
      {texts.status}
    </LinkButton>
  );
  return (
    <PageLayout
      title={texts.title}
      lead={health.data ? <MailboxState {...health.data.intake} /> : <Skeleton height={40} />}
      actions={status}
    >
      <QueryState query={mails} height={72} />
      {data?.total === 0 && (
        <EmptyState icon={IconMailOff} title={texts.none}>
          {texts.noneText}
        </EmptyState>
      )}
      {data && data.total > 0 && (
        <>
          <Text mb="xs" role="status" fw={600}>
            {texts.left(data.total)}
          </Text>
          <Text size="sm" c="dimmed" mb="sm">
            {texts.leftText}
          </Text>
        </>
      )}
      <ListRows>
        {data?.items.map((mail) => (
          <LeftMailRow key={mail.id} mail={mail} />
        ))}
      </ListRows>
      <ShowMore paging={paging} page={data} />
    </PageLayout>
  );
}

/** Whether the mailbox is read, and how many mails became something. */
function MailboxState({ state, reason, taken, last_run_at }: IntakeHealth) {
  const texts = useIncomingMailTexts();
  return (
    <>
      {texts.reasons[reason]}
      {state !== 'off' && <> {texts.taken(taken)}</>}
      {last_run_at && (
        <>
          {' '}
          {texts.lastRead} <RelativeTime at={last_run_at} />
        </>
      )}
    </>
  );
}
