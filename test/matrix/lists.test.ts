import assert from 'node:assert/strict';
import { it } from 'node:test';
import { columns, createMatrixFixtures, lookUp } from './fixtures.ts';
import { lists, listsOfClients } from './tables/lists.ts';

// Lists leak nothing: each person finds exactly what tables/lists.ts says, and is told its number.

const { fixtures, people, ids } = await createMatrixFixtures();

/** What each person finds, of `one another: thing thing | third: thing`. */
function seenBy(sees: string): Record<string, string> {
  const expected = Object.fromEntries(columns.map((name) => [name, '']));
  for (const part of sees.trim().split(/ *[|\n] */)) {
    const [names = '', things = ''] = part.split(':');
    for (const name of names.split(' ')) expected[name] = things.trim().split(' ').sort().join(' ');
  }
  return expected;
}

const closed = columns.filter((name) => people[name]?.role === 'worker').join(' ');
const all = [
  ...lists,
  ...listsOfClients.map(
    ([request, by, root, anna, boris]) =>
      [request, by, `root: ${root} | anna: ${anna} | boris: ${boris} | ${closed}: -`] as const,
  ),
];

for (const [request, by, sees] of all) {
  it(`${request} returns to each user exactly the items of the table`, async () => {
    const nameOf = new Map(sees.split(/[ \n]+/).map((name) => [ids[name], name]));
    const seen: Record<string, string> = {};
    for (const name of columns) seen[name] = await found(name, request, (item) => nameOf.get(item[by]) ?? `unknown ${item[by]}`);
    assert.deepEqual(seen, seenBy(sees));
  });
}

type Item = Record<string, string | number>;

async function found(name: string, request: string, nameOf: (item: Item) => string): Promise<string> {
  const url = request.replace('GET ', '').replaceAll(/\{(\w+)\}/g, (_, thing: string) => String(lookUp(ids, thing)));
  const { status, body } = await fixtures.call(lookUp(people, name), 'GET', `${url}${url.includes('?') ? '&' : '?'}limit=100`);
  if (status !== 200) {
    assert.deepEqual(Object.keys(body), ['error']);
    return '-';
  }
  assert.equal(body.total, body.items.length, `${name} is told another number`);
  return [...new Set<string>(body.items.map(nameOf))].sort().join(' ');
}
