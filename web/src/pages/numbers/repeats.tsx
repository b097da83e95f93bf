import { Text } from '@mantine/core';
import { useApiListQuery } from '../../api/queries.ts';
import { useMessages } from '../../i18n/locale.ts';
import { localDate, startOfLocalDay } from '../../lib/calendar-date.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { NumberLink } from './number-link.tsx';
import { NumberSection } from './number-section.tsx';
import { NumberTable } from './number-table.tsx';
import { useNumberTexts } from './texts/texts.ts';

/** Buildings, and equipment of them, where the same trouble comes back. */
export function Repeats() {
  const texts = useNumberTexts();
  return (
    <>
      <NumberSection id="repeats" title={texts.repeats}>
        <RepeatsOfObjects />
      </NumberSection>
      <RepeatsOfEquipment />
    </>
  );
}

function RepeatsOfObjects() {
  const messages = useMessages();
  const texts = useNumberTexts();
  const paging = useListPaging();
  const { limit, offset } = paging;
  const repeats = useApiListQuery('GET /ext/stats/repeats', { query: { limit, offset } });
  const items = repeats.data?.items ?? [];
  const counted_from = localDate(new Date(startOfLocalDay(localDate(new Date()), -30)));
  return (
    <>
      <Text c="dimmed">{texts.repeatsLead}</Text>
      {repeats.isError && !repeats.data && <ErrorState error={repeats.error} retry={() => void repeats.refetch()} />}
      {repeats.data?.total === 0 && <Text>{texts.noRepeats}</Text>}
      {items.length > 0 && (
        <NumberTable
          labelledBy="repeats"
          head={[texts.object, texts.category, texts.requests]}
          rows={items.map(({ object_id, object_name, project_name, category, tickets }) => ({
            key: `${object_id} ${category}`,
            cells: [
              `${object_name} · ${project_name}`,
              messages.labels.category[category],
              <NumberLink
                key="requests"
                count={tickets}
                filters={{ counted: 'created', counted_from, category, object_id: String(object_id) }}
              />,
            ],
          }))}
        />
      )}
      <ShowMore paging={paging} page={repeats.data} />
    </>
  );
}

/** Missing where there is none: few have equipment. */
function RepeatsOfEquipment() {
  const messages = useMessages();
  const texts = useNumberTexts();
  const paging = useListPaging();
  const { limit, offset } = paging;
  const repeats = useApiListQuery('GET /ext/stats/repeats', { query: { by: 'equipment', limit, offset } });
  const items = repeats.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <NumberSection id="repeats-of-equipment" title={texts.repeatsOfEquipment}>
      <Text c="dimmed">{texts.repeatsOfEquipmentLead}</Text>
      <NumberTable
        labelledBy="repeats-of-equipment"
        head={[texts.equipment, texts.category, texts.requests]}
        rows={items.map(({ object_id, object_name, project_name, equipment, category, tickets }) => ({
          key: `${object_id} ${equipment?.id} ${category}`,
          cells: [
            [equipment?.name, object_name, project_name].filter(Boolean).join(' · '),
            messages.labels.category[category],
            tickets,
          ],
        }))}
      />
      <ShowMore paging={paging} page={repeats.data} />
    </NumberSection>
  );
}
