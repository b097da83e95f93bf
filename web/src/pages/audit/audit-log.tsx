import { Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useApiListQuery } from '../../api/queries.ts';
import { forRoles } from '../../features/for-roles.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListRows } from '../../ui/list-rows.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { AuditEventRow } from './audit-event-row.tsx';
import { AuditFilterBar } from './audit-filter-bar.tsx';
import { useAuditTexts } from './texts/texts.ts';
import { type AuditFilters, readFilters, toQuery } from './url-filters.ts';

/** The security events, for admins. */
export const AuditLogPage = forRoles(['admin'], AuditLog);

function AuditLog() {
  const messages = useMessages();
  const texts = useAuditTexts();
  const navigate = useNavigate();
  const filters = readFilters({ ...useSearch({ from: '/signed-in/in-settings/audit' }) }); // the router returns unknown parameters too
  const query = toQuery(filters);
  const paging = useListPaging(JSON.stringify(query));
  const { limit, offset } = paging;
  const events = useApiListQuery('GET /ext/audit', { query: { ...query, limit, offset } });
  const setFilters = (search: AuditFilters): void => void navigate({ to: '/audit', search, replace: true, resetScroll: false });
  const total = events.data?.total;
  return (
    <PageLayout title={messages.nav.audit} lead={texts.lead} wide>
      <AuditFilterBar filters={filters} onChange={setFilters} />
      <QueryState query={events} height={64} />
      {total === 0 && (
        <EmptyState icon={IconHistory} title={texts.none}>
          {texts.noneText}
        </EmptyState>
      )}
      {total !== undefined && total > 0 && (
        <Text size="sm" c="dimmed" mb="xs" role="status">
          {texts.count(total)}
        </Text>
      )}
      <ListRows className="audit-events">
        {events.data?.items.map((event) => (
          <AuditEventRow key={event.id} event={event} />
        ))}
      </ListRows>
      <ShowMore paging={paging} page={events.data} />
    </PageLayout>
  );
}
