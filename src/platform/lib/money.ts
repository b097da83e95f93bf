// Exact amounts of money: integers of minor units, such as cents, beside a currency. No amount is ever a fraction in binary.

/** The largest amount: every integer up to it is exact in JavaScript and in JSON. */
export const maxAmount = Number.MAX_SAFE_INTEGER;

/** The largest number of decimals of a quantity. */
const quantityDecimals = 3;
const plainDecimal = /^\d{1,16}(\.\d{1,3})?$/;
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** @returns whether a text is a currency of ISO 4217, such as `EUR` */
export const isCurrency = (text: string): boolean => currencies.has(text);

/** @returns whether a text is a plain decimal of 0 or more with up to 3 decimals, such as `1.5` */
export const isQuantity = (text: string): boolean => plainDecimal.test(text);

/**
 * Multiplies a quantity by a price, rounded half up to a minor unit.
 * @param quantity as isQuantity() accepts it
 * @param unitPrice an integer of minor units, 0 or more
 * @returns undefined: larger than an exact integer of JavaScript
 */
export function amountOf(quantity: string, unitPrice: number): number | undefined {
  const [whole = '', decimals = ''] = quantity.split('.');
  const scale = 10n ** BigInt(quantityDecimals);
  const scaled = BigInt(whole + decimals.padEnd(quantityDecimals, '0')) * BigInt(unitPrice);
  return exact((scaled + scale / 2n) / scale);
}

/** Adds amounts. @returns undefined: larger than an exact integer of JavaScript */
export const sumOf = (amounts: readonly number[]): number | undefined =>
  exact(amounts.reduce((sum, amount) => sum + BigInt(amount), 0n));

const exact = (amount: bigint): number | undefined => (amount > BigInt(maxAmount) ? undefined : Number(amount));

/** @returns how many decimals a currency has: 2 for `EUR`, 0 for `JPY` */
export const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** @param amount in minor units @returns the same in the main unit as a plain decimal, such as `12.50` */
export function toDecimal(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  if (decimals === 0) return String(amount);
  const digits = String(amount).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

const isNumeric = (text: string): text is `${number}` => !Number.isNaN(Number(text));

/** @param amount in minor units @returns such as `12,50 €`, without the error of binary fractions */
export function formatAmount(amount: number, currency: string, locale: string): string {
  const decimal = toDecimal(amount, currency);
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(isNumeric(decimal) ? decimal : amount);
}

/** @param quantity a plain decimal @returns the same in the way of a language, such as `1,5` */
export const formatQuantity = (quantity: string, locale: string): string =>
  isNumeric(quantity) ? new Intl.NumberFormat(locale, { maximumFractionDigits: quantityDecimals }).format(quantity) : quantity;
