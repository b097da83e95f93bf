import { Text } from '@mantine/core';
import { IconCalendarRepeat, IconSearchOff } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useApiListQuery, useApiQuery } from '../../api/queries.ts';
import type { ListedRecurringRule } from '../../contract/schemas.ts';
import { FilterRow } from '../../features/filters/filter-row.tsx';
import { placeFilters } from '../../features/filters/name-chip.tsx';
import { BuildingFilter, ProjectFilter } from '../../features/filters/place-filters.tsx';
import { forRoles } from '../../features/for-roles.tsx';
import { usePatternTexts } from '../../features/patterns/texts/texts.ts';
import { SectionTabs } from '../../features/section-tabs.tsx';
import { ticketTitle } from '../../features/ticket-title.ts';
import { formatClock, formatDay, timeZone } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/locale.ts';
import { mayWrite } from '../../session/acting.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { ListRow, ListRows, RowLink } from '../../ui/list-rows.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ShowMore, useListPaging } from '../../ui/show-more.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useRuleTexts } from './texts/texts.ts';
import { useScheduleSentence } from './use-schedule-sentence.ts';

/** The rules that the user can see, the next run first. */
export const RulesPage = forRoles(['client', 'admin'], Rules);

function Rules() {
  const messages = useMessages();
  const texts = useRuleTexts();
  const navigate = useNavigate();
  const filters = useSearch({ from: '/signed-in/rules' });
  const { project_id, object_id } = filters;
  const show = (search: typeof filters): void => void navigate({ to: '/rules', search, replace: true });
  const paging = useListPaging(JSON.stringify(filters));
  const { limit, offset } = paging;
  const places = { ...(project_id && { project_id: Number(project_id) }), ...(object_id && { object_id: Number(object_id) }) };
  const rules = useApiListQuery('GET /ext/recurring', { query: { sort: 'date', order: 'asc', limit, offset, ...places } });
  const active = placeFilters(filters, messages, (name) => show({ ...filters, [name]: undefined }));
  const create = mayWrite && <LinkButton to="/rules/new">{messages.rule.create}</LinkButton>;
  return (
    <PageLayout
      title={texts.title}
      lead={`${texts.lead} ${messages.app.timeZone(timeZone())}`}
      views={
        <LinkButton variant="default" to="/checklists">
          {texts.checklists}
        </LinkButton>
      }
      actions={(rules.data?.total !== 0 || active.length > 0) && create}
    >
      <SectionTabs section="rules" current="/rules" />
      {(rules.data?.total !== 0 || active.length > 0) && (
        <FilterRow active={active} onClear={() => show({})}>
          <ProjectFilter
            selected={[project_id]}
            onSelect={(id, close) => {
              show({ project_id: id });
              close();
            }}
          />
          <BuildingFilter
            selected={[object_id]}
            projectId={project_id}
            onSelect={(id, close) => {
              show({ ...filters, object_id: id });
              close();
            }}
          />
        </FilterRow>
      )}
      <QueryState query={rules} />
      {rules.data?.total === 0 && active.length > 0 && <EmptyState icon={IconSearchOff} title={messages.app.nothingFound} />}
      {rules.data?.total === 0 && active.length === 0 && (
        <EmptyState icon={IconCalendarRepeat} title={texts.none} action={create}>
          {texts.noneText}
        </EmptyState>
      )}
      <ListRows>
        {rules.data?.items.map((rule) => (
          <RuleRow key={rule.id} rule={rule} />
        ))}
      </ListRows>
      <ShowMore paging={paging} page={rules.data} />
    </PageLayout>
  );
}

function RuleRow({ rule }: { rule: ListedRecurringRule }) {
  const messages = useMessages();
  const texts = useRuleTexts();
  const patternTexts = usePatternTexts();
  const whenItRuns = useScheduleSentence();
  const me = useCurrentUser();
  return (
    <ListRow
      name={
        <RowLink to="/rules/$id" params={{ id: String(rule.id) }}>
          {ticketTitle(rule)}
        </RowLink>
      }
      details={
        <>
          {messages.ticket.title(messages.labels.category[rule.category], rule.object_name)} · {whenItRuns(rule)}
          <br />
          {rule.project_name}
          {me.role === 'admin' && `, ${rule.client_name}`}
        </>
      }
    >
      {rule.is_active ? <NextRun rule={rule} /> : <Tag>{rule.pattern?.has_ended ? patternTexts.over : texts.paused}</Tag>}
    </ListRow>
  );
}

/** When the next ticket of a rule is created, and what holds it back. */
function NextRun({ rule }: { rule: ListedRecurringRule }) {
  const messages = useMessages();
  const { data } = useApiQuery('GET /ext/recurring/{id}/next-run', { params: { id: rule.id } });
  const { next_run_at, pattern } = rule;
  return (
    <Text span size="sm" c="dimmed">
      {messages.rule.next}: {!pattern && messages.rule.onOrAfter} {formatDay(next_run_at)}, {formatClock(next_run_at)}
      {data?.blocker && (
        <>
          <br />
          <Text span inherit c="var(--warning)">
            {messages.labels.blocker[data.blocker]}
          </Text>
        </>
      )}
    </Text>
  );
}
