import { Box } from '@mantine/core';
import type { Stats } from '../../contract/schemas.ts';
import { localDate } from '../../lib/calendar-date.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { NumberLink } from './number-link.tsx';
import { NumberSection } from './number-section.tsx';
import { NumberTable } from './number-table.tsx';
import { useNumberTexts } from './texts/texts.ts';

const AgeChart = lazyPart(() => import('./age-chart.tsx').then((part) => part.AgeChart));

/** How old the open requests are. */
export function OpenByAge({ classes }: { classes: Stats['open_by_age'] }) {
  const texts = useNumberTexts();
  const named = classes.map((one, i) => ({ ...one, name: texts.age((classes[i - 1]?.max_days ?? -1) + 1, one.max_days) }));
  return (
    <NumberSection
      id="open-by-age"
      title={texts.openByAge}
      folded={
        <NumberTable
          labelledBy="open-by-age"
          head={[texts.ageHead, texts.open]}
          rows={named.map(({ name, open, created_from, created_to }) => ({
            key: name,
            cells: [
              name,
              <NumberLink
                key="open"
                count={open}
                filters={{ status: 'open', counted: 'created', ...days(created_from, created_to) }}
              />,
            ],
          }))}
        />
      }
    >
      <Box h={190}>
        <AgeChart classes={named} />
      </Box>
    </NumberSection>
  );
}

/** The times are midnights of the device's time zone. */
const days = (from: string | null, to: string | null) => ({
  ...(from && { counted_from: localDate(new Date(from)) }),
  ...(to && { counted_to: localDate(new Date(Date.parse(to) - 1)) }),
});
