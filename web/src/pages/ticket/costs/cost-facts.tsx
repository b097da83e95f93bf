import { Text } from '@mantine/core';
import type { Ticket } from '../../../contract/schemas.ts';
import { useTicketExtras } from '../../../features/ticket-extras/use-ticket-extras.ts';
import { Tag } from '../../../ui/tag.tsx';
import { formatMoney } from '../../costs/format-money.ts';
import { useCostTexts } from './texts/texts.ts';

/** What the work on a ticket costs beside what was quoted and approved, for whoever confirms it. Nothing without costs and quotes. */
export function CostFacts({ ticket: { id } }: { ticket: Ticket }) {
  const texts = useCostTexts();
  const { data } = useTicketExtras(id);
  const cost = data?.cost;
  if (!cost) return null;
  const { currency, total, quoted, approved } = cost;
  const sums = [
    [texts.title, total],
    [texts.quoted, quoted],
    [texts.approved, approved],
  ] as const;
  const known = sums.flatMap(([name, amount]) => (amount === null ? [] : `${name}: ${formatMoney(amount, currency)}`));
  return (
    <Text className="numbers">
      {known.join(' · ')} {data?.over_limit && <Tag isWarning>{texts.overLimitShort}</Tag>}
    </Text>
  );
}
