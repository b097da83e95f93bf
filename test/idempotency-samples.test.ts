import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Fixtures } from '../testing/fixtures.ts';
import { samplesOf, send } from './security/operations.ts';

const fixtures = await Fixtures.create();

// Ids, names, times, tokens and codes differ between two samples of one operation.
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
};

const [plain, keyed] = [await samplesOf(fixtures), await samplesOf(fixtures)];
for (const [i, sample] of keyed.entries()) {
  it(`${sample.operation} answers with a key as without one, and repeats that answer`, async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const body = { ...sample.body }; // computed fields must not change for the repetition
    const without = await send(fixtures, plain[i] ?? sample);
    const first = await send(fixtures, sample, body, key);
    assert.equal(first.status, sample.status, JSON.stringify(first.body));
    assert.deepEqual([first.status, shapeOf(first.body)], [without.status, shapeOf(without.body)]);
    if (!sample.who && !sample.operation.endsWith('/reports')) return; // stored for accounts and reports only
    const again = await send(fixtures, sample, body, key);
    if (again.status === 401) return; // the access token of the first request is not valid any more
    assert.deepEqual([again.status, again.body], [first.status, first.body]);
    assert.equal(again.headers['idempotency-replayed'], 'true');
  });
}
