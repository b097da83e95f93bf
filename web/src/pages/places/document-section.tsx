import { Button, Group, Stack, Title } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { useApiListQuery } from '../../api/queries.ts';
import { mayWrite } from '../../session/acting.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListRows } from '../../ui/list-rows.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { AddDocumentDialog } from './add-document-dialog.tsx';
import { sectionIds } from './count-tiles.tsx';
import type { DocumentPlace } from './document-reads.ts';
import { DocumentRow } from './document-row.tsx';
import { usePlaceTexts } from './texts/texts.ts';

/** The documents of a building or of equipment. Workers read them. */
export function DocumentSection(place: DocumentPlace) {
  const texts = usePlaceTexts().documents;
  const { role } = useCurrentUser();
  const [isAdding, setAdding] = useState(false);
  const paging = useListPaging();
  const { limit, offset } = paging;
  const documents = useApiListQuery(`GET /ext/${place.kind}/{id}/documents`, {
    params: { id: place.id },
    query: { sort: 'expires_on', order: 'asc', limit, offset },
  });
  const { data } = documents;
  const add = mayWrite && role !== 'worker' && (
    <Button variant="default" onClick={() => setAdding(true)}>
      {texts.add}
    </Button>
  );
  return (
    <Stack component="section" gap="sm" aria-labelledby={sectionIds.documents}>
      <Group justify="space-between" gap="xs">
        <Title order={2} id={sectionIds.documents} tabIndex={-1}>
          {texts.title}
        </Title>
        {data && data.total > 0 && add}
      </Group>
      <QueryState query={documents} height={56} />
      {data?.total === 0 && (
        <EmptyState icon={IconFileText} title={texts.none} action={add}>
          {role !== 'worker' && texts.noneText}
        </EmptyState>
      )}
      <ListRows>
        {data?.items.map((document) => (
          <DocumentRow key={document.id} document={document} />
        ))}
      </ListRows>
      <ShowMore paging={paging} page={data} />
      {isAdding && <AddDocumentDialog {...place} onClose={() => setAdding(false)} />}
    </Stack>
  );
}
