import { Box, Group, Text } from '@mantine/core';
import { Bar, BarChart, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import type { Stats } from '../../contract/schemas.ts';
import { localeTag } from '../../i18n/locale.ts';
import { useNumberTexts } from './texts/texts.ts';

const heightPx = 260;
const text = { fill: 'var(--text-muted)', fontSize: 12.5 };

/** Created against closed by week: filled bars beside hollow ones, so that no colour is needed. The table below it is read aloud. */
export function WeekChart({ buckets }: { buckets: Stats['buckets'] }) {
  const texts = useNumberTexts();
  const day = new Intl.DateTimeFormat(localeTag(), { day: 'numeric', month: 'numeric' });
  const data = buckets.map(({ from, created, closed }) => ({ week: day.format(new Date(from)), created, closed }));
  return (
    <Box aria-hidden="true">
      <Group gap="md" mb="xs">
        <Sample name={texts.created} fill="var(--accent)" stroke="var(--accent)" />
        <Sample name={texts.closed} fill="var(--card-background)" stroke="var(--text)" />
      </Group>
      <ResponsiveContainer width="100%" height={heightPx}>
        <BarChart data={data} accessibilityLayer={false} margin={{ top: 8, right: 8, bottom: 0, left: -16 }}>
          <XAxis dataKey="week" tick={text} stroke="var(--border-strong)" minTickGap={16} />
          <YAxis allowDecimals={false} tick={text} stroke="var(--border-strong)" />
          <Bar dataKey="created" name={texts.created} fill="var(--accent)" stroke="var(--accent)" isAnimationActive={false} />
          <Bar
            dataKey="closed"
            name={texts.closed}
            fill="var(--card-background)"
            stroke="var(--text)"
            strokeWidth={1.5}
            isAnimationActive={false}
          />
        </BarChart>
      </ResponsiveContainer>
    </Box>
  );
}

/** A line of the legend. */
function Sample({ name, fill, stroke }: { name: string; fill: string; stroke: string }) {
  return (
    <Group gap={6} wrap="nowrap">
      <Box w={14} h={14} bg={fill} bd={`1.5px solid ${stroke}`} />
      <Text span size="sm">
        {name}
      </Text>
    </Group>
  );
}
