import { Group, NativeSelect } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useApiListQuery } from '../../api/queries.ts';
import { forRoles } from '../../features/for-roles.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListRows } from '../../ui/list-rows.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { utcDay } from './days.ts';
import { DocumentRow } from './document-row.tsx';
import { usePlaceTexts } from './texts/texts.ts';

const periods = ['30', '90', '365', 'all'] as const;
type Period = (typeof periods)[number];

const isPeriod = (value: string | undefined): value is Period => periods.some((one) => one === value);

/** The documents of all buildings and equipment that expire, the earliest first. */
export const ExpiringDocumentsPage = forRoles(['client', 'admin'], ExpiringDocuments);

function ExpiringDocuments() {
  const { expiring: texts, documents: documentTexts } = usePlaceTexts();
  const navigate = useNavigate();
  const { within } = useSearch({ from: '/signed-in/documents' });
  const period = isPeriod(within) ? within : '90';
  const paging = useListPaging(period);
  const { limit, offset } = paging;
  const documents = useApiListQuery('GET /ext/documents', {
    query: {
      ...{ sort: 'expires_on', order: 'asc', limit, offset },
      ...(period !== 'all' && { expires_to: utcDay(new Date(), Number(period)) }),
    },
  });
  const { data } = documents;
  return (
    <PageLayout title={texts.title} lead={texts.lead}>
      <Group mb="md">
        <NativeSelect
          label={texts.within}
          value={period}
          data={periods.map((value) => ({ value, label: texts.periods[value] }))}
          onChange={({ currentTarget }) =>
            void navigate({ to: '/documents', search: { within: currentTarget.value }, replace: true, resetScroll: false })
          }
        />
      </Group>
      <QueryState query={documents} height={72} />
      {data?.total === 0 && (
        <EmptyState icon={IconFileText} title={period === 'all' ? documentTexts.none : texts.none}>
          {documentTexts.noneText}
        </EmptyState>
      )}
      <ListRows>
        {data?.items.map((document) => (
          <DocumentRow key={document.id} document={document} showsPlace />
        ))}
      </ListRows>
      <ShowMore paging={paging} page={data} />
    </PageLayout>
  );
}
