import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isolateName } from '../../web/src/lib/bidirectional-controls.ts';

describe('names in sentences that are one text', () => {
  it('a name that is written from right to left stands between isolates', () => {
    for (const name of ['דוד', 'Tower محمد', '\u200f12']) assert.equal(isolateName(name), `\u2068${name}\u2069`);
  });

  it('bidirectional controls of a name are removed', () => {
    assert.equal(isolateName('\u202eAdam\u2069'), 'Adam');
    assert.equal(isolateName('\u2067דוד'), '\u2068דוד\u2069');
  });

  it('other names stay as they are', () => {
    for (const name of ['Jürgen Żak', 'Анна', '東京', '']) assert.equal(isolateName(name), name);
  });
});
