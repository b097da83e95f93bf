import assert from 'node:assert/strict';
import { it } from 'node:test';
import { phoneUrl, splitAtPhoneNumbers } from '../../web/src/lib/phone-numbers.ts';

/** The addresses of the numbers in a text. */
const urlsIn = (text: string): string[] =>
  splitAtPhoneNumbers(text)
    .filter((_, index) => index % 2 === 1)
    .map(phoneUrl);

it('every phone number of a text is found, and no text is lost', () => {
  const text = 'Eve: 0151 5550123, at work +49 30 1234567 until five';
  assert.deepEqual(splitAtPhoneNumbers(text), ['Eve: ', '0151 5550123', ', at work ', '+49 30 1234567', ' until five']);
  assert.deepEqual(urlsIn('0151 5550123 / 0170 1234567'), ['tel:01515550123', 'tel:01701234567']);
  assert.deepEqual(urlsIn('030/123 45-67'), ['tel:0301234567']);
  assert.deepEqual(urlsIn('01.23.45.67.89'), ['tel:0123456789']);
  assert.deepEqual(splitAtPhoneNumbers('second floor'), ['second floor']);
});

it('a zero in brackets is not dialled after the code of a country', () => {
  assert.deepEqual(urlsIn('+49 (0)30 1234567'), ['tel:+49301234567']);
  assert.deepEqual(urlsIn('0049 (0) 30 1234567'), ['tel:0049301234567']);
  assert.deepEqual(urlsIn('(0)30 1234567'), ['tel:0301234567']);
  assert.deepEqual(urlsIn('(030) 1234567'), ['tel:0301234567']);
});

it('dates, e-mail addresses, flats and short numbers are no phone numbers', () => {
  for (const text of [
    '19.11.2026',
    'from 05.11.2026',
    '05.11.26, 10',
    'eve12345678@example.org',
    'eve.0151555@example.org',
    'flat 12.3',
    '+49 30',
  ])
    assert.deepEqual(urlsIn(text), [], text);
  assert.deepEqual(splitAtPhoneNumbers('flat 12.3 0151 5550123'), ['flat 12.3 ', '0151 5550123', '']);
  assert.deepEqual(urlsIn('05.11.2026 0151 5550123'), ['tel:01515550123']);
});
