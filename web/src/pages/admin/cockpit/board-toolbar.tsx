import { Box, Button, Group, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { FilterMenu } from '../../../features/filters/filter-menu.tsx';
import { FilterRow } from '../../../features/filters/filter-row.tsx';
import { useMessages } from '../../../i18n/locale.ts';
import { useUrlSearch } from '../../../ui/use-url-search.ts';
import { useActiveFilters } from '../../tickets/active-filters.tsx';
import { ProjectFilter, TagFilter } from '../../tickets/id-filters.tsx';
import type { Filters } from '../../tickets/url-filters.ts';
import { SaveViewButton } from '../../tickets/views/lazy.ts';
import { type BoardFacts, type BoardView, filtersAsText, hasReason, type Lane, type Reason } from '../board-view.ts';
import type { BoardChange } from '../use-stable-board.ts';
import { byBuilding, byDue, byWorker, type GroupName, groupNames } from './groupings.ts';
import { useCockpitTexts } from './texts/texts.ts';

const reasons: readonly Reason[] = ['late', 'unassigned', 'handed_back', 'disabled', 'reworked', 'unconfirmed'];

interface Props {
  view: BoardView;
  facts: BoardFacts;
  lanes: Lane[];
  changes: BoardChange[];
  onShow: () => void;
  onView: (view: BoardView) => void;
}

/** Above the columns: what needs attention, what others have changed, and what the board shows. */
export function BoardToolbar(props: Props) {
  return (
    <>
      <Group justify="space-between" gap="xs" align="center">
        <AttentionStrip {...props} />
        <Views {...props} />
      </Group>
      <ChangesPill {...props} />
    </>
  );
}

/** The reasons for which requests need attention, with their number; each shows only its requests. */
function AttentionStrip({ view, facts, onView }: Props) {
  const messages = useMessages();
  const texts = useCockpitTexts();
  const counted = reasons
    .map((reason) => ({ reason, count: facts.tickets.filter(({ id }) => hasReason(facts, id, reason)).length }))
    .filter(({ reason, count }) => count > 0 || reason === view.reason);
  return (
    <Group component="section" gap={6} mih={46} w="100%" className="attention-strip" aria-labelledby="attention">
      <Text component="h2" id="attention" size="sm" fw="bold">
        {texts.attention}
      </Text>
      {facts.isSettled && counted.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.none}
        </Text>
      )}
      {counted.map(({ reason, count }) => (
        <Button
          key={reason}
          size="compact-sm"
          radius="xl"
          variant={reason === view.reason ? 'filled' : 'default'}
          aria-pressed={reason === view.reason}
          c={reason === 'late' && view.reason !== 'late' ? 'var(--danger)' : undefined}
          onClick={() => onView({ ...view, reason: reason === view.reason ? undefined : reason })}
        >
          {reason === 'late' ? texts.late : messages.board.reasons[reason]}{' '}
          <span className="numbers">
            &nbsp;{messages.app.number(count)}
            {facts.mayLackAttention && '+'}
          </span>
        </Button>
      ))}
    </Group>
  );
}

function Views({ view, onView }: Props) {
  const texts = useCockpitTexts();
  const [group, setGroup] = useState<GroupName>('status');
  const filters: Filters = filtersAsText(view.filters);
  function groupingOf(name: GroupName, next: BoardView['filters']): BoardView['grouping'] {
    if (name === 'worker') return byWorker(texts, next);
    if (name === 'building') return byBuilding(next);
    return name === 'due' ? byDue(texts) : undefined;
  }
  function change(part: Filters): void {
    const { project_id, tag, q } = { ...filters, ...part };
    const next = { ...(project_id && { project_id }), ...(tag && { tag }), ...(q && { q }) };
    onView({ ...view, filters: next, grouping: groupingOf(group, next) });
  }
  const active = useActiveFilters(filters, change);
  const [text, setText] = useUrlSearch(filters.q ?? '', (q) => change({ q }), 1);
  return (
    <Group gap="xs" maw="100%" className="chips">
      <NativeSelect
        size="xs"
        aria-label={texts.groupBy}
        title={texts.groupBy}
        data={groupNames.map((name) => ({ value: name, label: texts[name] }))}
        value={group}
        onChange={({ currentTarget }) => {
          const name = groupNames.find((one) => one === currentTarget.value) ?? 'status';
          setGroup(name);
          onView({ ...view, grouping: groupingOf(name, view.filters) });
        }}
      />
      <FilterRow
        search={{ text, onText: setText }}
        active={active}
        onClear={() => change({ project_id: '', tag: '', q: '' })}
        more={<SaveViewButton filters={filters} />}
      >
        <FilterMenu count={active.length}>
          <Group gap={6} className="chips">
            <ProjectFilter filters={filters} onChange={change} />
            <TagFilter filters={filters} onChange={change} />
          </Group>
        </FilterMenu>
      </FilterRow>
    </Group>
  );
}

/** What others have changed since the board was shown, in words; the board follows when it is pressed. */
function ChangesPill({ lanes, changes, onShow }: Props) {
  const texts = useCockpitTexts();
  const titleOf = (key: string | undefined): string | undefined => lanes.find((lane) => lane.key === key)?.title;
  const isShown = changes.length > 0;
  const byTarget = Map.groupBy(changes, ({ from, to }) => `${from === undefined ? 'new' : 'moved'} ${to ?? ''}`);
  const parts = [...byTarget.values()].map((same) => {
    const [{ from, to } = { from: undefined, to: undefined }] = same;
    const lane = titleOf(to);
    if (lane === undefined) return texts.left(same.length);
    return from === undefined ? texts.arrived(same.length, lane) : texts.moved(same.length, lane);
  });
  const names = changes.map(({ ticket, to }) => `#${ticket.id} → ${titleOf(to) ?? texts.gone}`);
  return (
    <Box pos="sticky" top={8} h={0} ta="center" style={{ zIndex: 5 }} role="status">
      {isShown && (
        <Button radius="xl" size="compact-md" onClick={onShow} title={names.join('\n')}>
          {texts.changes(changes.length)}: {parts.join(' · ')}
        </Button>
      )}
    </Box>
  );
}
