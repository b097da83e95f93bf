import type { CostTotal } from '../../contract/schemas.ts';
import { formatMoney } from './format-money.ts';

/** Sums of costs, each currency on a line of its own: they are never added. @param none what is shown without any */
export function CostTotals({ costs, none = '–' }: { costs: readonly CostTotal[]; none?: string }) {
  if (costs.length === 0) return none;
  return costs.map(({ currency, total }) => (
    <span key={currency} style={{ display: 'block', whiteSpace: 'nowrap' }}>
      {formatMoney(total, currency)}
    </span>
  ));
}
