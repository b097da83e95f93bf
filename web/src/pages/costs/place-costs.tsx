import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useApiQuery } from '../../api/queries.ts';
import { localDate } from '../../lib/calendar-date.ts';
import { Fact } from '../../ui/fact.tsx';
import { formatMoney } from './format-money.ts';
import { lastMonths } from './months.ts';
import { useStatementTexts } from './texts/texts.ts';

const shownMonths = 12;

interface Props {
  /** as the paths of the API name it */
  kind: 'objects' | 'equipment';
  id: number;
}

/** What a building or a piece of equipment has cost in the last months, among what is known of it. */
export function PlaceCosts({ kind, id }: Props) {
  const texts = useStatementTexts();
  const today = new Date();
  const query = { from: `${lastMonths(today, shownMonths).at(-1)}-01`, to: localDate(today) };
  const { data } = useApiQuery(`GET /ext/${kind}/{id}/costs`, { params: { id }, query });
  return (
    <Fact name={texts.costs}>
      {data ? formatMoney(data.total, data.currency) : '–'}
      <Text span inherit display="block" c="dimmed">
        {texts.lastMonths(shownMonths)}
      </Text>
      <Link to="/costs">{texts.title}</Link>
    </Fact>
  );
}
