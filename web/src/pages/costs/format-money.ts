import { formatAmount, formatQuantity } from '../../contract/money.ts';
import type { PricedLine } from '../../contract/schemas.ts';
import { localeTag } from '../../i18n/locale.ts';

/** An amount in the language of the console. @param amount in minor units @returns such as `12,50 €` */
export const formatMoney = (amount: number, currency: string): string => formatAmount(amount, currency, localeTag());

/** What an amount is made of, such as `1.5 h × €45.00`. */
export const formatFactors = (
  { quantity, unit, unit_price }: Omit<PricedLine, 'kind' | 'text' | 'amount'>,
  currency: string,
): string => `${[formatQuantity(quantity, localeTag()), unit].filter(Boolean).join(' ')} × ${formatMoney(unit_price, currency)}`;
