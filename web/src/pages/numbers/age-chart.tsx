import { Box } from '@mantine/core';
import { Bar, BarChart, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts';

const heightPx = 190;
const text = { fill: 'var(--text-muted)', fontSize: 12.5 };

/** The open requests of each age as a bar with its number. The table below it is read aloud. */
export function AgeChart({ classes }: { classes: { name: string; open: number }[] }) {
  return (
    <Box aria-hidden="true">
      <ResponsiveContainer width="100%" height={heightPx}>
        <BarChart data={classes} layout="vertical" accessibilityLayer={false} margin={{ top: 0, right: 48, bottom: 0, left: 0 }}>
          <XAxis type="number" hide />
          <YAxis type="category" dataKey="name" width={110} tick={text} axisLine={false} tickLine={false} />
          <Bar dataKey="open" fill="var(--accent)" isAnimationActive={false}>
            <LabelList dataKey="open" position="right" fill="var(--text)" fontSize={12.5} />
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </Box>
  );
}
