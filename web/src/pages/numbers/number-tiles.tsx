import { Box, Group, Text } from '@mantine/core';
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import type { Stats } from '../../contract/schemas.ts';
import { timeZone } from '../../i18n/dates.ts';
import { localeTag, useMessages } from '../../i18n/locale.ts';
import { Icon } from '../../ui/icon.tsx';
import { TileLink } from '../../ui/tile-link.tsx';
import { formatSpan } from './format-span.ts';
import { useNumberTexts } from './texts/texts.ts';

interface Props {
  stats: Stats;
  /** the first day of the period */
  from: string;
  /** the times of the period before */
  before: { from: string; to: string };
}

/** The four numbers that are looked at first, each with what it was in the period before. */
export function NumberTiles({ stats, from, before }: Props) {
  const messages = useMessages();
  const texts = useNumberTexts();
  const { data: past } = useApiQuery('GET /ext/stats', { query: { ...before, group: 'week', timezone: timeZone() } });
  const late = useApiQuery('GET /ext/tickets', { query: { overdue: 'true', limit: 1 } }).data?.total;
  const { number } = messages.app;
  const { totals, open_by_age } = stats;
  const open = open_by_age.reduce((sum, one) => sum + one.open, 0);
  const added = totals.created - totals.closed;
  const signed = new Intl.NumberFormat(localeTag(), { signDisplay: 'exceptZero' });
  const span = (minutes: number | null): string => formatSpan(minutes, texts.noValue);
  const median = totals.finish.median_minutes;
  const counted_from = from;
  return (
    <Box component="ul" className="tiles" aria-label={texts.title}>
      <li>
        <TileLink to="/tickets" search={{ status: 'open' }} count={number(open)}>
          {`${texts.openNow} `}
          <Trend difference={added}>{texts.inPeriod(signed.format(added))}</Trend>
        </TileLink>
      </li>
      <li>
        <TileLink
          to="/tickets"
          search={{ overdue: 'true' }}
          count={late === undefined ? texts.noValue : number(late)}
          color={late ? 'var(--danger)' : undefined}
        >
          {`${texts.late} `}
          <Trend difference={past && totals.deadlines.missed - past.totals.deadlines.missed}>
            {texts.missedInPeriod(totals.deadlines.missed)}
          </Trend>
        </TileLink>
      </li>
      <li>
        <TileLink to="/tickets" search={{ counted: 'closed', counted_from }} count={span(median)}>
          {`${texts.medianToFinish} `}
          <Trend difference={difference(median, past?.totals.finish.median_minutes)}>
            {past && texts.before(span(past.totals.finish.median_minutes))}
          </Trend>
        </TileLink>
      </li>
      <li>
        <TileLink to="/tickets" search={{ counted: 'reworked', counted_from }} count={percent(reworkRate(totals))}>
          {`${texts.reworkRate} `}
          <Trend difference={difference(reworkRate(totals), past && reworkRate(past.totals))}>
            {past && texts.before(percent(reworkRate(past.totals)))}
          </Trend>
        </TileLink>
      </li>
    </Box>
  );

  function percent(rate: number | undefined): string {
    return rate === undefined ? texts.noValue : new Intl.NumberFormat(localeTag(), { style: 'percent' }).format(rate);
  }
}

/** Undefined where there is nothing to compare. */
const difference = (now: number | null | undefined, before: number | null | undefined): number | undefined =>
  typeof now === 'number' && typeof before === 'number' ? now - before : undefined;

/** Reworks per request that was closed after work; undefined without any. */
function reworkRate({ reworked, closed, canceled }: Stats['totals']): number | undefined {
  return closed > canceled ? reworked / (closed - canceled) : undefined;
}

/** Whether a number rose or fell. It has its height before it is read, so that nothing moves. */
function Trend({ difference, children }: { difference: number | undefined; children: ReactNode }) {
  const icon = !difference ? IconArrowRight : difference > 0 ? IconArrowUpRight : IconArrowDownRight;
  return (
    <Group component="span" gap={4} wrap="nowrap" mih={20} mt={4} fz="xs" lh="xs">
      {difference !== undefined && <Icon icon={icon} size={16} />}
      <Text span inherit>
        {children}
      </Text>
    </Group>
  );
}
