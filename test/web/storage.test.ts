import assert from 'node:assert/strict';
import { it } from 'node:test';
import { recentObjects, rememberObject } from '../../web/src/components/recent-objects.ts';
import { hasSameShape, parseStored, safeLocalStorage, safeStorage } from '../../web/src/lib/storage.ts';

const isDraft = (value: unknown): value is { text: string } => hasSameShape({ text: '' }, value);
const lobby = { id: 1, name: 'Lobby', address: 'River Street 12', project_name: 'Tower' };

it('parseStored returns a stored value of the expected shape', () => {
  assert.deepEqual(parseStored('{"text":"It drips","later":true}', isDraft), { text: 'It drips', later: true });
});

it('parseStored ignores a missing, damaged or older value', () => {
  for (const text of [null, '', '{"text":', '{"text":5}', '{}', 'null', '[]', '"text"'])
    assert.equal(parseStored(text, isDraft), undefined, String(text));
});

it('hasSameShape compares nested objects', () => {
  const sample = { schedule: { anchor: '', period: '7' } };
  assert(hasSameShape(sample, { schedule: { anchor: '2030-01-01T08:00', period: '1' } }));
  for (const schedule of [undefined, null, 'daily', [], { anchor: '2030-01-01T08:00' }])
    assert(!hasSameShape(sample, { schedule }));
});

it('recentObjects skips what is damaged or of an older version', () => {
  const key = 'callout.recent-objects.anna';
  for (const text of ['{', '5', 'null', '{"id":1}', '["Lobby",null,{"id":1}]']) {
    safeLocalStorage.setItem(key, text);
    assert.deepEqual(recentObjects('anna'), [], text);
  }
  rememberObject('anna', lobby);
  assert.deepEqual(recentObjects('anna'), [lobby]);
});

it('safeStorage keeps values in memory where the browser refuses its storage', () => {
  const area = safeStorage(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  assert.equal(area.getItem('language'), null);
  area.setItem('language', 'de');
  assert.equal(area.getItem('language'), 'de');
  area.removeItem('language');
  assert.equal(area.getItem('language'), null);
});

it('safeStorage prefers a value that could not be stored to the older one that was', () => {
  const stored = new Map([['draft', 'old']]);
  const area = safeStorage(() => ({
    getItem: (key) => stored.get(key) ?? null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
    removeItem: (key) => void stored.delete(key),
  }));
  area.setItem('draft', 'new');
  assert.equal(area.getItem('draft'), 'new');
  area.removeItem('draft');
  assert.equal(area.getItem('draft'), null);
});
