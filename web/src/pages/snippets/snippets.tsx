import { Button } from '@mantine/core';
import { IconTextPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useApiListQuery } from '../../api/queries.ts';
import { useSnippetTexts } from '../../features/snippets/texts/texts.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListRows } from '../../ui/list-rows.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { SnippetDialog } from './snippet-dialog.tsx';
import { SnippetRow } from './snippet-row.tsx';

/** The snippets of the user and the shared ones. */
export function SnippetsPage() {
  const texts = useSnippetTexts();
  const [isCreating, setCreating] = useState(false);
  const paging = useListPaging();
  const { limit, offset } = paging;
  const snippets = useApiListQuery('GET /ext/snippets', { query: { limit, offset } });
  const { data } = snippets;
  const create = <Button onClick={() => setCreating(true)}>{texts.create}</Button>;
  return (
    <PageLayout title={texts.title} lead={texts.lead} actions={data && data.total > 0 && create}>
      <QueryState query={snippets} height={88} />
      {data?.total === 0 && (
        <EmptyState icon={IconTextPlus} title={texts.none} action={create}>
          {texts.noneText}
        </EmptyState>
      )}
      <ListRows>
        {data?.items.map((snippet) => (
          <SnippetRow key={snippet.id} snippet={snippet} />
        ))}
      </ListRows>
      <ShowMore paging={paging} page={data} />
      {isCreating && <SnippetDialog onClose={() => setCreating(false)} />}
    </PageLayout>
  );
}
