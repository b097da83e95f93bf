import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Fixtures } from '../../testing/fixtures.ts';
import { pdfPages, pdfText } from '../../testing/pdf-text.ts';
import { openPortal } from '../../testing/portal-client.ts';

const fixtures = await Fixtures.create({ PUBLIC_URL: 'https://callout.example.com' });
const { anna, tower, gate } = fixtures;

const names = ['Dom 5 „Łąka”', 'بيت الأمل', 'Дом у реки', '東京タワー', 'Haus 7', 'Haus 8', 'Haus 9', 'Haus 10', 'Haus 11'];
const objects: { id: number }[] = [];
for (const name of names) {
  const id = await fixtures.createObject(anna, tower, name);
  await openPortal(fixtures, anna, id);
  objects.push({ id });
}

const print = async (ids: number[]): Promise<Buffer> => {
  const headers = { authorization: `Bearer ${await fixtures.accessTokenFor(anna)}` };
  const answer = await fixtures.app.inject({ url: `/ext/objects/labels.pdf?ids=${ids.join(',')}`, headers });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.equal(answer.headers['content-type'], 'application/pdf');
  return answer.rawPayload;
};

it('GET /ext/objects/labels.pdf prints names of any script, addresses and a hint in the language of the account', async () => {
  const ids = objects.map(({ id }) => id);
  const text = await pdfText(await print(ids));
  for (const name of ['Dom5„Łąka”', 'Домуреки', '東京タワー', 'Haus11']) assert(text.includes(name), name);
  assert(text.includes('Haus7street1'));
  assert(text.includes('Scanthecodeandreportit'));
  await fixtures.call(anna, 'PATCH', '/ext/me', { language: 'de' });
  assert((await pdfText(await print(ids))).includes('Codescannenundmelden'));
});

it('GET /ext/objects/labels.pdf keeps long names and addresses on their label', async () => {
  const name = 'Donaudampfschifffahrtsgesellschaftshaus '.repeat(5).trim();
  const { body } = await fixtures.call(anna, 'POST', `/projects/${tower}/objects`, {
    name,
    address: 'Straße '.repeat(70).trim(),
  });
  await openPortal(fixtures, anna, body.id);
  const pdf = await print([body.id, objects[0]?.id ?? 0]);
  const [page = '', ...others] = await pdfPages(pdf);
  assert.equal(others.length, 0);
  assert(page.split('\n').length < 20, page);
});

it('GET /ext/objects/labels.pdf returns 404 when one of several objects is foreign, and 400 for more than 200', async () => {
  const statusOf = async (ids: string) => (await fixtures.call(anna, 'GET', `/ext/objects/labels.pdf?ids=${ids}`)).status;
  assert.equal(await statusOf(`${objects[0]?.id},${gate}`), 404);
  assert.equal(await statusOf(Array.from({ length: 201 }, (_, i) => i + 1).join(',')), 400);
});
