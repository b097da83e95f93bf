import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Fixtures } from '../testing/fixtures.ts';

const fixtures = await Fixtures.create();
const { root, anna, wanda, oleg, ivan, lobby, tower } = fixtures;
const url = `/ext/objects/${lobby}/notes`;
const read = async (who: typeof root) => fixtures.call(who, 'GET', url);

it('notes of an object are empty until somebody writes them, and are replaced as a whole', async () => {
  assert.deepEqual((await read(wanda)).body, { text: '', updated_at: null });
  const { body } = await fixtures.call(anna, 'PUT', url, { text: '  Key at the porter\n\nRing twice  ' });
  assert.equal(body.text, 'Key at the porter\n\nRing twice');
  for (const who of [root, anna, wanda]) assert.deepEqual((await read(who)).body, body);
  await fixtures.call(root, 'PUT', url, { text: '' });
  assert.equal((await read(wanda)).body.text, '');
});

it('notes take up to 2,000 characters, counted as code points', async () => {
  assert.equal((await fixtures.call(anna, 'PUT', url, { text: '🔑'.repeat(2_000) })).status, 200);
});

it('a worker reads notes from the day it is a member until it is not', async () => {
  for (const who of [oleg, ivan]) assert.equal((await read(who)).status, 404);
  await fixtures.call(ivan, 'POST', `/projects/${tower}/invitation/accept`);
  assert.equal((await read(ivan)).status, 200);
  await fixtures.call(anna, 'DELETE', `/projects/${tower}/workers/${ivan.id}`);
  assert.equal((await read(ivan)).status, 404);
});

it('notes written at the same moment are written one after the other', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => fixtures.call(anna, 'PUT', url, { text: `Key number ${n}` })),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.match((await read(wanda)).body.text, /^Key number \d$/);
});
