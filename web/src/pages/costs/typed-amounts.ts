import { decimalsOf, isQuantity, maxAmount, toDecimal } from '../../contract/money.ts';

// Amounts and quantities as people type them, with a comma or a point before the decimals.

const typedDecimal = /^(\d{1,16})(?:[.,](\d+))?$/;
const spaces = /[\s ']/g;

/** @returns the integer of minor units that a typed amount means, such as 4550 of `45,50`; undefined: it is none */
export function parseAmount(text: string, currency: string): number | undefined {
  const [, whole, fraction = ''] = typedDecimal.exec(text.replaceAll(spaces, '')) ?? [];
  const decimals = decimalsOf(currency);
  if (whole === undefined || fraction.length > decimals) return undefined;
  const amount = BigInt(whole + fraction.padEnd(decimals, '0'));
  return amount > BigInt(maxAmount) ? undefined : Number(amount);
}

/** @returns the plain decimal that a typed quantity means, such as `1.5` of `1,5`; undefined: it is none */
export function parseQuantity(text: string): string | undefined {
  const decimal = text.replaceAll(spaces, '').replace(',', '.');
  return isQuantity(decimal) ? decimal : undefined;
}

/** @returns what a field has for an amount, such as `45,50` */
export const typedAmount = (amount: number, currency: string, locale: string): string =>
  toDecimal(amount, currency).replace('.', decimalSeparator(locale));

/** @param quantity a plain decimal @returns what a field has for it, such as `1,5` */
export const typedQuantity = (quantity: string, locale: string): string => quantity.replace('.', decimalSeparator(locale));

const decimalSeparator = (locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
