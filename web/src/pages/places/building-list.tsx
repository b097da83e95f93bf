import { NativeSelect } from '@mantine/core';
import { IconBuilding, IconSearchOff } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useApiListQuery } from '../../api/queries.ts';
import { FilterRow } from '../../features/filters/filter-row.tsx';
import { placeFilters } from '../../features/filters/name-chip.tsx';
import { ProjectFilter } from '../../features/filters/place-filters.tsx';
import { forRoles } from '../../features/for-roles.tsx';
import { SectionTabs } from '../../features/section-tabs.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { useIsNarrow } from '../../ui/use-breakpoint.ts';
import { useUrlSearch } from '../../ui/use-url-search.ts';
import { BuildingCards } from './building-cards.tsx';
import { type BuildingFilters, buildingOrder, buildingQuery, buildingSorts, nextOrder } from './building-sort.ts';
import { BuildingTable } from './building-table.tsx';
import { usePlaceTexts } from './texts/texts.ts';

/** The buildings with what there is to do in them: a table, or cards on a phone. */
export const BuildingsPage = forRoles(['client', 'admin'], Buildings);

function Buildings() {
  const messages = useMessages();
  const { buildings: texts, expiring } = usePlaceTexts();
  const navigate = useNavigate();
  const isNarrow = useIsNarrow();
  const filters: BuildingFilters = useSearch({ from: '/signed-in/buildings' });
  const { q = '', project_id } = filters;
  const setFilters = (part: BuildingFilters): void =>
    void navigate({ to: '/buildings', search: { ...filters, ...part }, replace: true, resetScroll: false });
  const [text, setText] = useUrlSearch(q, (words) => setFilters({ q: words }));
  const query = buildingQuery(filters);
  const paging = useListPaging(JSON.stringify(query));
  const { limit, offset } = paging;
  const objects = useApiListQuery('GET /ext/objects', { query: { ...query, limit, offset } });
  const { data } = objects;
  const isEmpty = data?.total === 0 && q === '' && !project_id && !objects.isPlaceholderData;
  const order = buildingOrder(filters);
  return (
    <PageLayout
      title={texts.title}
      lead={texts.lead}
      views={
        <LinkButton variant="default" to="/documents">
          {expiring.title}
        </LinkButton>
      }
    >
      <SectionTabs section="projects" current="/buildings" />
      {!isEmpty && (
        <FilterRow
          search={{ text, onText: setText }}
          active={placeFilters({ project_id }, messages, () => setFilters({ project_id: '' }))}
          onClear={() => setFilters({ project_id: '' })}
        >
          <ProjectFilter
            selected={[project_id]}
            onSelect={(id, close) => {
              setFilters({ project_id: id });
              close();
            }}
          />
          {isNarrow && (
            <NativeSelect
              size="xs"
              aria-label={messages.list.sort}
              value={order.sort}
              data={buildingSorts.map((value) => ({ value, label: texts.columns[value] }))}
              onChange={({ currentTarget }) => setFilters({ sort: currentTarget.value, order: '' })}
            />
          )}
        </FilterRow>
      )}
      <QueryState query={objects} height={56} />
      {isEmpty && (
        <EmptyState icon={IconBuilding} title={texts.none} action={<LinkButton to="/projects">{texts.toProjects}</LinkButton>}>
          {texts.noneText}
        </EmptyState>
      )}
      {data?.total === 0 && !isEmpty && <EmptyState icon={IconSearchOff} title={messages.app.nothingFound} />}
      {data && data.items.length > 0 && isNarrow && <BuildingCards buildings={data.items} />}
      {data && data.items.length > 0 && !isNarrow && (
        <BuildingTable buildings={data.items} order={order} onSort={(sort) => setFilters(nextOrder(sort, order))} />
      )}
      <ShowMore paging={paging} page={data} />
    </PageLayout>
  );
}
