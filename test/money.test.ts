import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { amountOf, formatAmount, isCurrency, isQuantity, maxAmount, sumOf, toDecimal } from '../src/platform/lib/money.ts';

// Amounts, held against long multiplication as it is done on paper, digit by digit.

/** @returns the product of two whole numbers in digits */
function multiplyOnPaper(a: string, b: string): string {
  const digits = Array.from({ length: a.length + b.length }, () => 0);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const sum = Number(a[i]) * Number(b[j]) + (digits[i + j + 1] ?? 0);
      digits[i + j + 1] = sum % 10;
      digits[i + j] = (digits[i + j] ?? 0) + Math.floor(sum / 10);
    }
  }
  return digits.join('');
}

/** @returns a whole number in digits, and one more */
function addOneOnPaper(digits: string): string {
  const kept = digits.replace(/9*$/, '');
  const nines = digits.length - kept.length;
  if (kept === '') return `1${'0'.repeat(nines)}`;
  return `${kept.slice(0, -1)}${Number(kept.at(-1)) + 1}${'0'.repeat(nines)}`;
}

/** Cuts the three decimals of the product off, and adds one if the first of them is 5 or more. */
function amountOnPaper(quantity: string, unitPrice: number): string {
  const [whole = '', decimals = ''] = quantity.split('.');
  const product = multiplyOnPaper(`${whole}${decimals}${'0'.repeat(3 - decimals.length)}`, String(unitPrice)).padStart(4, '0');
  const cut = product.slice(0, -3);
  return (Number(product.at(-3)) >= 5 ? addOneOnPaper(cut) : cut).replace(/^0+(?=\d)/, '');
}

const wholes = fc.oneof(fc.nat(20), fc.nat(100_000), fc.maxSafeNat()).map(String);
const decimals = fc.oneof(
  fc.constant(''),
  fc.stringMatching(/^\d{1,3}$/),
  fc.constantFrom('5', '05', '005', '499', '500', '999'),
);
const quantities = fc.tuple(wholes, decimals).map(([whole, part]) => (part === '' ? whole : `${whole}.${part}`));
const prices = fc.oneof(fc.nat(20), fc.nat(1_000_000), fc.maxSafeNat());

describe('amountOf()', () => {
  it('is quantity times price, rounded half up, as on paper, and nothing when no integer of JavaScript is exact', () => {
    fc.assert(
      fc.property(quantities, prices, (quantity, price) => {
        assert(isQuantity(quantity));
        const onPaper = amountOnPaper(quantity, price);
        const expected = BigInt(onPaper) > BigInt(maxAmount) ? undefined : Number(onPaper);
        assert.equal(amountOf(quantity, price), expected);
      }),
      { numRuns: 5_000 },
    );
  });

  it('rounds where binary fractions would not, and at the largest amount', () => {
    // 1.005 × 100 is 100.49999999999999 in binary.
    assert.deepEqual(
      [amountOf('1.005', 100), amountOf('0.000', 1_000), amountOf('0.5', 1), amountOf('0.499', 1)],
      [101, 0, 1, 0],
    );
    assert.deepEqual(
      [amountOf('1', maxAmount), amountOf('1.001', maxAmount), amountOf('0', maxAmount)],
      [maxAmount, undefined, 0],
    );
    assert.deepEqual([sumOf([maxAmount]), sumOf([maxAmount, 1]), sumOf([])], [maxAmount, undefined, 0]);
  });
});

describe('a quantity and a currency', () => {
  it('are plain decimals with up to three decimals, and codes of ISO 4217', () => {
    for (const quantity of ['0', '1', '1.5', '0.001', '12345678.125']) assert(isQuantity(quantity), quantity);
    for (const quantity of ['', '.5', '1.', '1,5', '-1', '+1', '1e3', '1.0001', ' 1', '٣', '0x1'])
      assert(!isQuantity(quantity), quantity);
    for (const currency of ['EUR', 'PLN', 'JPY']) assert(isCurrency(currency));
    for (const currency of ['eur', 'EURO', 'XQX', '']) assert(!isCurrency(currency));
  });
});

describe('an amount in the main unit', () => {
  it('has the decimals of its currency and every digit of the amount', () => {
    const written = [toDecimal(5, 'EUR'), toDecimal(123_456, 'EUR'), toDecimal(500, 'JPY'), toDecimal(maxAmount, 'EUR')];
    assert.deepEqual(written, ['0.05', '1234.56', '500', '90071992547409.91']);
    assert.equal(formatAmount(maxAmount, 'EUR', 'en-GB'), '€90,071,992,547,409.91');
    assert.equal(formatAmount(123_456, 'EUR', 'de-DE'), '1.234,56\u00A0€');
  });
});
