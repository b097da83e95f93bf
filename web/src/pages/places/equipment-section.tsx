import { Button, Group, Stack, Title } from '@mantine/core';
import { IconEngine } from '@tabler/icons-react';
import { useState } from 'react';
import { useApiListQuery } from '../../api/queries.ts';
import type { Building, Equipment } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { mayWrite } from '../../session/acting.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { ListRow, ListRows, RowLink } from '../../ui/list-rows.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useLabelDownload } from '../reports/portal/use-label-download.ts';
import { useReportTexts } from '../reports/texts/texts.ts';
import { sectionIds } from './count-tiles.tsx';
import { EquipmentDialog } from './equipment-dialog.tsx';
import { usePlaceTexts } from './texts/texts.ts';
import { WarrantyTag } from './warranty-tag.tsx';

/** The equipment of a building. */
export function EquipmentSection({ object }: { object: Building }) {
  const texts = usePlaceTexts().equipment;
  const [isAdding, setAdding] = useState(false);
  const paging = useListPaging();
  const { limit, offset } = paging;
  const equipment = useApiListQuery('GET /ext/objects/{id}/equipment', {
    params: { id: object.id },
    query: { limit, offset },
  });
  const { data } = equipment;
  const add = mayWrite && (
    <Group gap="xs">
      <Button variant="default" onClick={() => setAdding(true)}>
        {texts.add}
      </Button>
      <LinkButton variant="subtle" to="/import/equipment">
        {texts.import}
      </LinkButton>
    </Group>
  );
  return (
    <Stack component="section" gap="sm" aria-labelledby={sectionIds.equipment}>
      <Group justify="space-between" gap="xs">
        <Title order={2} id={sectionIds.equipment} tabIndex={-1}>
          {texts.title}
        </Title>
        {data && data.total > 0 && add}
      </Group>
      <QueryState query={equipment} height={56} />
      {data?.total === 0 && (
        <EmptyState icon={IconEngine} title={texts.none} action={add}>
          {texts.noneText}
        </EmptyState>
      )}
      <ListRows>
        {data?.items.map((one) => (
          <EquipmentRow key={one.id} equipment={one} />
        ))}
      </ListRows>
      <ShowMore paging={paging} page={data} />
      {data && <PrintLabels equipment={data.items} />}
      {isAdding && <EquipmentDialog objectId={object.id} onClose={() => setAdding(false)} />}
    </Stack>
  );
}

function EquipmentRow({ equipment }: { equipment: Equipment }) {
  const messages = useMessages();
  const { id, name, kind, location, is_active, warranty_until } = equipment;
  return (
    <ListRow
      name={
        <RowLink to="/equipment/$id" params={{ id: String(id) }}>
          {name}
        </RowLink>
      }
      details={[kind, location].filter(Boolean).join(' · ')}
    >
      {is_active ? <WarrantyTag until={warranty_until} /> : <Tag>{messages.app.disabled}</Tag>}
    </ListRow>
  );
}

/** The labels of the shown equipment that has a public page. */
function PrintLabels({ equipment }: { equipment: readonly Equipment[] }) {
  const texts = usePlaceTexts().equipment;
  const { labels } = useReportTexts();
  const { download, isRunning, error } = useLabelDownload('equipment');
  const ids = equipment.filter(({ has_portal }) => has_portal).map(({ id }) => id);
  if (ids.length === 0) return null;
  return (
    <>
      <Group>
        <Button variant="subtle" px="xs" aria-disabled={isRunning} onClick={() => !isRunning && void download(ids)}>
          {isRunning ? labels.preparing : texts.labels}
        </Button>
      </Group>
      <FormError error={error} />
    </>
  );
}
