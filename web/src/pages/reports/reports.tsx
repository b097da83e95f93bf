import { Box, NativeSelect, Stack } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useApiListQuery } from '../../api/queries.ts';
import { forRoles } from '../../features/for-roles.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { NewItemsButton } from '../../ui/new-items-button.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { useStableList } from '../../ui/use-stable-list.ts';
import { ReportCard } from './report-card.tsx';
import { isReportStatus, reportStatuses, reportStatusParameter } from './report-status.ts';
import { useReportTexts } from './texts/texts.ts';

/** What people without an account have reported and workers have found, for clients and admins. */
export const ReportsPage = forRoles(['client', 'admin'], Reports);

function Reports() {
  const texts = useReportTexts();
  const navigate = useNavigate();
  const { status: chosen } = useSearch({ from: '/signed-in/reports' });
  const status = isReportStatus(chosen) ? chosen : 'open';
  const paging = useListPaging(status);
  const { limit, offset } = paging;
  const list = useApiListQuery('GET /ext/reports', { query: { status, limit, offset } });
  const isSettled = list.isFetchedAfterMount && !list.isFetching && !list.isPlaceholderData;
  const { rows, newCount, showNew } = useStableList(list.data, isSettled, `${status} ${limit} ${offset}`);
  return (
    <PageLayout title={texts.title} lead={texts.lead}>
      <NativeSelect
        label={texts.status}
        maw={280}
        mb="md"
        value={status}
        data={reportStatuses.map((value) => ({ value, label: texts.statuses[value] }))}
        onChange={(event) =>
          void navigate({ to: '/reports', search: reportStatusParameter(event.currentTarget.value), replace: true })
        }
      />
      <QueryState query={list} height={180} />
      {list.data && rows.length === 0 && (
        <EmptyState
          icon={IconInbox}
          title={texts.none[status]}
          action={status === 'open' && <LinkButton to="/projects">{texts.toProjects}</LinkButton>}
        >
          {status === 'open' && texts.noneText}
        </EmptyState>
      )}
      <Box maw={860}>
        <NewItemsButton count={newCount} onShow={showNew} label={texts.newItems} />
        <Stack component="ul" gap="md" className="reports">
          {rows.map(({ item, isRemoved }) => (
            <ReportCard key={item.id} report={item} isRemoved={isRemoved} />
          ))}
        </Stack>
        <ShowMore paging={paging} page={list.data} />
      </Box>
    </PageLayout>
  );
}
