import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { indexStaleTickets } from '../src/product/tickets/search/refresh.ts';
import { Fixtures } from '../testing/fixtures.ts';

// `q` and `sort=relevance` of GET /ext/tickets, and the filters over columns that GET /tickets does not have.

const fixtures = await Fixtures.create();
const { db, root, anna, boris, wanda, tower } = fixtures;

async function report(description: string, place: { name?: string; address?: string } = {}): Promise<number> {
  const object = await fixtures.call(anna, 'POST', `/projects/${tower}/objects`, {
    name: place.name ?? `Object of ${description}`,
    address: place.address ?? 'Elm Road 3',
  });
  const { body } = await fixtures.call(anna, 'POST', '/tickets', { category: 'other', description, object_id: object.body.id });
  return body.id;
}

async function search(who: typeof root, q: string, more = ''): Promise<number[]> {
  const { status, body } = await fixtures.call(who, 'GET', `/ext/tickets?q=${encodeURIComponent(q)}${more}`);
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.total, body.items.length);
  return body.items.map(({ id }: { id: number }) => id);
}

describe('words of a ticket', () => {
  it('are found in description, object, address and project, by their beginning, without regard to case and accents', async () => {
    const id = await report('Die Heizungspumpe dröhnt, Café geschlossen', { name: 'Böttcherhof', address: 'Große Straße 17b' });
    for (const q of [
      'heizung',
      'HEIZUNGSPUMPE',
      'dröhnt',
      'drohnt',
      'droehnt',
      'cafe',
      'Cafe\u0301',
      'böttcher',
      'Boettcher',
      'bottcher',
    ])
      assert.deepEqual(await search(anna, q), [id], q);
    for (const q of [
      'strasse',
      'große',
      'grosse 17b',
      '17',
      'pumpe-dröhnt'.slice(6),
      'heiz straße bött',
      'Heizungspumpe, (dröhnt)!',
    ])
      assert.deepEqual(await search(anna, q), [id], q);
    assert.deepEqual(await search(anna, 'heizung elevator'), []);
    assert.deepEqual(await search(anna, 'pumpe dröhnt'), []);
  });

  it('are found in any script', async () => {
    const [cyrillic, greek] = [await report('Лифт не работает, Этаж'), await report('Το φως δεν ανάβει')];
    assert.deepEqual(await search(anna, 'лифт'), [cyrillic]);
    assert.deepEqual(await search(anna, 'ЭТАЖ'), [cyrillic]);
    assert.deepEqual(await search(anna, 'φως'), [greek]);
    assert.deepEqual(await search(anna, 'αναβει'), [greek]);
    assert.deepEqual(await search(anna, 'лиыт'), [cyrillic]);
  });

  it('are found within sentences of scripts without blanks between words', async () => {
    for (const [description, ...words] of [
      ['电梯门无法关闭请尽快修理', '电梯门', '无法关闭', '修理', '梯', '理'],
      ['エレベーターのドアが閉まらない', 'ドア', 'エレベーター', '閉まらない', 'ﾄﾞｱ'],
      ['ลิฟต์ชั้นสองเสียแล้ว', 'เสีย', 'ลิฟต์'],
      ['B棟3階の照明', '照明', 'B棟', '3階'],
    ] as const) {
      const id = await report(description);
      for (const q of words) assert.deepEqual(await search(anna, q), [id], q);
    }
    assert.deepEqual(await search(anna, '门梯'), []);
  });

  it('are found by signs that become letters, as they stand and as letters', async () => {
    for (const [description, ...words] of [
      ['Raum №5 dunkel', '№5', 'No5'],
      ['Vorlauf 45℃ heiss', '45℃', '45 C'],
      ['Motor 3㎾ defekt', '3㎾', '3kW'],
      ['Marke Alpha™ kaputt', 'Alpha™', 'alpha'],
      ['Notruf ℡123 stumm', '℡123'],
    ] as const) {
      const id = await report(description);
      for (const q of words) assert.deepEqual(await search(anna, q), [id], q);
    }
  });

  it('are found in reasons and comments', async () => {
    const id = await report('The shutter is stuck');
    await fixtures.call(anna, 'POST', `/ext/tickets/${id}/comments`, { text: 'The crank fell into the zanja' });
    assert.deepEqual(await search(anna, 'zanja'), [id]);
    assert.deepEqual(await search(anna, 'shutter zanja'), [id]);
    await fixtures.call(anna, 'PATCH', `/tickets/${id}/cancel`, { reason: 'The quokka repaired it' });
    assert.deepEqual(await search(anna, 'quokka'), [id]);
    assert.deepEqual(await search(anna, 'quokka zanja shutter'), [id]);
  });

  it('are found with one wrong letter when nothing else is', async () => {
    const id = await report('The boiler whistles');
    for (const q of ['wistles', 'whisstles', 'whostles', 'whsitles', 'boilr whistlse'])
      assert.deepEqual(await search(anna, q), [id], q);
    assert.deepEqual(await search(anna, 'boiler wxstlxs'), []);
    const other = await report('The bailer whistles');
    assert.deepEqual(await search(anna, 'bailer'), [other]);
    assert.deepEqual(await search(anna, 'whistles boiler'), [id]);
  });

  it('with a wrong letter find the same for a worker, whether tickets of others have the word or not', async () => {
    const own = await report('The xylophon in the attic'); // wanda may take it
    assert.deepEqual(await search(wanda, 'xylophan attic'), [own]);
    const foreign = { category: 'other', description: 'The xylophan in the yard', object_id: fixtures.gate };
    assert.equal((await fixtures.call(boris, 'POST', '/tickets', foreign)).status, 201);
    assert.deepEqual(await search(wanda, 'xylophan attic'), [own]);
    assert.deepEqual(await search(wanda, 'xylophan yard'), []);
  });

  it('are numbers of tickets', async () => {
    const id = await report('Number test');
    assert.deepEqual(await search(anna, `#${id}`), [id]);
    assert.ok((await search(anna, String(id))).includes(id));
    assert.deepEqual(await search(anna, `#${id} number`), [id]);
    assert.deepEqual(await search(anna, `#${id} lift`), []);
    assert.deepEqual(await search(anna, '#999999999999'), []);
    assert.deepEqual(await search(anna, `#${id} #${id + 1}`), []);
  });

  it('that are none find nothing', async () => {
    for (const q of ['!!!', "'", ':*', '&', '\\', "a' | 'b", '#', '\u{1F600}'])
      assert.deepEqual((await search(anna, q)).length, 0, q);
    for (const q of [' ', 'x'.repeat(201), '%00']) {
      const { status } = await fixtures.call(anna, 'GET', `/ext/tickets?q=${q === '%00' ? q : encodeURIComponent(q)}`);
      assert.equal(status, 400, q);
    }
  });

  it('show nobody a ticket that its lists do not show', async () => {
    const id = await report('A secret wombat');
    assert.deepEqual(await search(anna, 'wombat'), [id]);
    assert.deepEqual(await search(root, 'wombat'), [id]);
    assert.deepEqual(await search(boris, 'wombat'), []);
    assert.deepEqual(await search(wanda, 'wombat'), [id]);
    await fixtures.call(anna, 'PATCH', `/tickets/${id}/cancel`, { reason: 'a mistake' });
    assert.deepEqual(await search(wanda, 'wombat'), []);
    assert.deepEqual(await search(boris, 'wombta'), []);
  });
});

describe('the index', () => {
  it('follows a new name of object and project', async () => {
    const id = await report('The gutter leaks', { name: 'Aviary' });
    const { object_id, project_id } = (await fixtures.call(anna, 'GET', `/tickets/${id}`)).body;
    await fixtures.call(anna, 'PATCH', `/objects/${object_id}`, { name: 'Terrarium' });
    await indexStaleTickets({ db });
    assert.deepEqual(await search(anna, 'terrarium'), [id]);
    assert.deepEqual(await search(anna, 'aviary'), []);
    const { name } = (await fixtures.call(anna, 'GET', `/projects/${project_id}`)).body;
    await fixtures.call(anna, 'PATCH', `/projects/${project_id}`, { name: 'Meerkat Manor' });
    await indexStaleTickets({ db });
    assert.ok((await search(anna, 'meerkat gutter')).includes(id));
    await fixtures.call(anna, 'PATCH', `/projects/${project_id}`, { name });
    await indexStaleTickets({ db });
    assert.deepEqual(await search(anna, 'meerkat'), []);
  });

  it('keeps a second look for tickets that were being created', async () => {
    const id = await report('The awning is torn', { name: 'Pergola' });
    const { object_id } = (await fixtures.call(anna, 'GET', `/tickets/${id}`)).body;
    await fixtures.call(anna, 'PATCH', `/objects/${object_id}`, { name: 'Gazebo' });
    await indexStaleTickets({ db });
    const stale = () => db.read.selectFrom('ticket_search_stale').selectAll().where('object_id', '=', object_id).execute();
    const [row] = await stale();
    assert.equal(row?.due_at, row?.settled_at);
    await fixtures.transaction((tx) => sql`update ticket_search set document = '' where ticket_id = ${id}`.execute(tx));
    await fixtures.transaction((tx) =>
      sql`update ticket_search_stale set due_at = now(), settled_at = now() where object_id = ${object_id}`.execute(tx),
    );
    assert.equal(await indexStaleTickets({ db }), 1);
    assert.deepEqual(await stale(), []);
    assert.deepEqual(await search(anna, 'gazebo'), [id]);
  });

  it('of a tenant is not held up by another one, whose objects have many tickets', async () => {
    await indexStaleTickets({ db });
    const count = 60;
    const large = await fixtures.createObject(anna, tower, 'Large hall');
    const object_id = await fixtures.createObject(boris, fixtures.yard, 'Small hall');
    for (let i = 0; i < count; i++) await fixtures.createTicket({}, anna, large);
    const id = await fixtures.createTicket({}, boris, object_id);
    await fixtures.call(anna, 'PATCH', `/objects/${large}`, { name: 'Larger hall' });
    await fixtures.call(boris, 'PATCH', `/objects/${object_id}`, { name: 'Smaller aviary' });
    let batches = 0;
    while (!(await search(boris, 'aviary')).includes(id) && batches <= count) {
      await db.transaction((tx) => sql`select index_stale_tickets(1)`.execute(tx));
      batches++;
    }
    assert(batches < count, `boris had to wait for ${batches} batches`);
  });

  it('has each of many comments that are written at once', async () => {
    const id = await report('The doorbell rings by itself');
    const words = Array.from({ length: 12 }, (_, index) => `qux${'abcdefghijkl'[index]}`);
    await Promise.all(words.map((text) => fixtures.call(anna, 'POST', `/ext/tickets/${id}/comments`, { text })));
    for (const word of words) assert.deepEqual(await search(anna, word), [id], word);
  });

  it('takes the longest texts, and comments without end', async () => {
    const long = Array.from({ length: 800 }, (_, index) => `w${index.toString(36)}`)
      .join(' ')
      .slice(0, 4000);
    const id = await report(long, { name: 'Tool shed' });
    await fixtures.transaction((tx) =>
      sql`
      insert into ticket_comments (ticket_id, author_name, author_role, text, created_at)
      select ${id}, 'Anna', 'client', (select string_agg(md5(n::text || '-' || k), ' ') from generate_series(1, 120) as k), now()
      from generate_series(1, 60) as n`.execute(tx),
    );
    const { status } = await fixtures.call(anna, 'POST', `/ext/tickets/${id}/comments`, { text: 'capybara' });
    assert.equal(status, 201);
    assert.deepEqual(await search(anna, 'capybara'), [id]);
  });

  it('takes comments without end in a script whose words are pairs of letters', async () => {
    const id = await report('Lagerhalle');
    await fixtures.transaction((tx) =>
      sql`
      insert into ticket_comments (ticket_id, author_name, author_role, text, created_at)
      select ${id}, 'Anna', 'client', (select string_agg(chr(19968 + (n * 7919 + k * k * 31 + k * 17) % 20000), '') from generate_series(1, 2000) as k), now()
      from generate_series(1, 9) as n`.execute(tx),
    );
    const { status } = await fixtures.call(anna, 'POST', `/ext/tickets/${id}/comments`, { text: '水豚' });
    assert.equal(status, 201);
    assert.deepEqual(await search(anna, '水豚 lagerhalle'), [id]);
  });
});

describe('orders and filters', () => {
  it('sort=relevance lists first what the ticket itself says', async () => {
    const [said, itself] = [await report('The pipe drips'), await report('A narwhal blocks the drain')];
    const newest = await report('The basin is full');
    for (const id of [said, newest]) await fixtures.call(anna, 'POST', `/ext/tickets/${id}/comments`, { text: 'narwhal' });
    assert.deepEqual(await search(anna, 'narwhal', '&sort=relevance'), [itself, newest, said]);
    assert.deepEqual(await search(anna, 'narwhal'), [newest, itself, said]);
    assert.deepEqual(await search(anna, 'narwhal', '&sort=relevance&limit=1&offset=1').catch(() => []), []);
    const page = async (offset: number) =>
      (await fixtures.call(anna, 'GET', `/ext/tickets?q=narwhal&sort=relevance&limit=1&offset=${offset}`)).body.items[0]?.id;
    assert.deepEqual([await page(0), await page(1), await page(2), await page(3)], [itself, newest, said, undefined]);
    const { status, body } = await fixtures.call(anna, 'GET', '/ext/tickets?sort=relevance&limit=2');
    assert.equal(status, 200);
    assert.equal(body.items[0].id, newest);
  });

  it('sort=updated_at lists the last changed first', async () => {
    const [first, second] = [await report('First of two'), await report('Second of two')];
    fixtures.advanceClock(1_000);
    await fixtures.call(anna, 'PATCH', `/tickets/${first}/cancel`, { reason: 'a mistake' });
    for (const who of [anna, root]) {
      const { body } = await fixtures.call(who, 'GET', '/ext/tickets?sort=updated_at&limit=2');
      assert.deepEqual(
        body.items.map(({ id }: { id: number }) => id),
        [first, second],
      );
    }
  });

  it('created_from and closed_to are instants, of which the end is not included', async () => {
    const id = await report('A lamp of its own time');
    const { created_at } = (await fixtures.call(anna, 'GET', `/tickets/${id}`)).body;
    const ids = `&ids=${id}`;
    assert.deepEqual(await search(anna, 'lamp', `${ids}&created_from=${created_at}`), [id]);
    assert.deepEqual(await search(anna, 'lamp', `${ids}&created_to=${created_at}`), []);
    assert.deepEqual(await search(anna, 'lamp', `${ids}&closed_from=2020-01-01T00:00:00Z`), []);
    await fixtures.call(anna, 'PATCH', `/tickets/${id}/cancel`, { reason: 'a mistake' });
    assert.deepEqual(await search(anna, 'lamp', `${ids}&closed_from=2020-01-01T00:00:00%2B02:00`), [id]);
    assert.deepEqual(await search(anna, 'lamp', `${ids}&closed_to=2020-01-01T00:00:00Z`), []);
    for (const bad of ['2020-01-01', 'yesterday', '2020-02-30T00:00:00Z'])
      assert.equal((await fixtures.call(anna, 'GET', `/ext/tickets?created_from=${bad}`)).status, 400, bad);
    for (const name of ['created_from', 'closed_to', 'counted_from']) {
      const farOffset = `${name}=2020-01-01t00:00:00.123456789%2B23:59`; // PostgreSQL itself refuses this offset
      assert.equal((await fixtures.call(anna, 'GET', `/ext/tickets?${farOffset}`)).status, 200, name);
    }
  });

  it('reworked shows what was rejected', async () => {
    const id = await fixtures.createTicketWithStatus('rejected');
    const { body } = await fixtures.call(anna, 'GET', '/ext/tickets?reworked=true');
    assert.ok(body.items.some((one: { id: number }) => one.id === id));
    assert.ok(body.items.every(({ rework_count }: { rework_count: number }) => rework_count > 0));
    assert.equal((await fixtures.call(anna, 'GET', '/ext/tickets?reworked=maybe')).status, 400);
  });
});
