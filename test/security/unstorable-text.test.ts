import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { botIdOf } from '../../src/outbound/messenger/bots.ts';
import { takeLeases } from '../../src/outbound/messenger/lease.ts';
import { handleUpdate } from '../../src/outbound/messenger/update-handler.ts';
import { Fixtures } from '../../testing/fixtures.ts';
import { photo } from '../../testing/photo-files.ts';
import { assertEnvelope } from './anonymous-client.ts';
import { operationsOf, samplesOf, send } from './operations.ts';
import { openRawHttp, statusOf } from './raw-http.ts';

// PostgreSQL stores neither NUL nor lone surrogates, so text with them often causes a 500 or a row of a queue that cannot be
// processed. Here it is 400 before any statement, in every field and parameter. All other text is stored unchanged.

const token = '100:global-secret';
const globalBot = botIdOf(token);
const fixtures = await Fixtures.create({ MESSENGER_BOT_TOKEN: token });
const { anna, root, wanda } = fixtures;
const unstorable = (text: string): string[] => [
  `${text}\0`,
  `\0${text}`,
  `${text}\ud83d`,
  `\ude00${text}`,
  `${text.slice(0, 3)}\udc00\ud800${text.slice(3)}`,
];

describe('text that PostgreSQL cannot store', () => {
  it('NUL and lone surrogates return 400 in every field of every body, also as escapes', async () => {
    const samples = await samplesOf(fixtures);
    let fields = 0;
    for (const sample of samples) {
      for (const [field, value] of Object.entries(sample.body)) {
        if (typeof value !== 'string') continue;
        fields++;
        for (const text of unstorable(value))
          assertEnvelope(await send(fixtures, sample, { [field]: text }), 400, `${sample.operation} ${field}`);
      }
    }
    assert(fields >= 30, String(fields));
    const nested = samples.find(({ operation }) => operation === 'POST /tickets');
    assert(nested);
    const recurring = { anchor_at: '2026-04-01T08:00:00Z\0', period_days: 7 };
    assertEnvelope(await send(fixtures, nested, { recurring }), 400);
    for (const sample of samples)
      assert.equal((await send(fixtures, sample)).status, sample.status, `${sample.operation} as it is`);
  });

  it('NUL and lone surrogates in an unknown field or as its name are ignored', async () => {
    const answer = await fixtures.call(
      anna,
      'POST',
      '/projects',
      '{"name":"Known","x\\u0000":"\\u0000","\\ud800":1,"unknown":"\\u0000"}',
    );
    assert.equal(answer.status, 201);
  });

  it('NUL and lone surrogates return 400 in every parameter of every list', async () => {
    for (const { method, path, query } of operationsOf(fixtures)) {
      for (const { name } of query) {
        for (const text of ['%00', 'worker%00', '%ed%a0%80', '%ff', '%F0%9F%98', 'name%00']) {
          const url = `${path.replace('{id}', String(fixtures.tower))}?${name}=${text}`;
          const { status } = await fixtures.call(path === '/invitations' ? wanda : root, method, url);
          // What is no UTF-8 is read as the sign for that: a letter like any other, where any text is looked for.
          const found = ['q', 'subject_id'].includes(name) && !text.includes('%00') ? [200, 400] : [400];
          assert(found.includes(status), `${url}: ${status}`);
        }
      }
    }
    assertEnvelope(await fixtures.call(root, 'GET', '/users?q=an%00na'), 400);
  });

  it('NUL and lone surrogates return 400 in every id', async () => {
    for (const path of [
      '/tickets/1%00',
      '/tickets/%00',
      '/users/%00',
      `/users/${wanda.id}%00`,
      `/projects/1/workers/${wanda.id}%00`,
    ])
      for (const method of ['GET', 'PATCH', 'DELETE', 'POST'] as const) {
        const { status } = await fixtures.call(root, method, path, {});
        assert([400, 404].includes(status), `${method} ${path} ${status}`);
      }
    assertEnvelope(await fixtures.call(root, 'GET', '/tickets/1%00'), 400);
  });
});

describe('file names', () => {
  it('a file name loses the characters that cannot be stored, and the photo is stored', async () => {
    const upload = async (name: Buffer) => {
      const id = await fixtures.createTicketWithStatus('in_progress');
      const body = Buffer.concat([
        Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="'),
        name,
        Buffer.from('"\r\nContent-Type: image/jpeg\r\n\r\n'),
        photo(),
        Buffer.from('\r\n--b--\r\n'),
      ]);
      return fixtures.call(wanda, 'POST', `/tickets/${id}/photos`, body, { 'content-type': 'multipart/form-data; boundary=b' });
    };
    for (const name of [
      Buffer.from('la\0mp.jpg'),
      Buffer.from('\0'),
      Buffer.from('lamp.jpg\0.exe'),
      Buffer.from([0x6c, 0xed, 0xa0, 0x80, 0x2e]), // half a surrogate pair, as bytes
      Buffer.from([0xff, 0xfe, 0x00]),
      Buffer.from('\u{1F4F7}'.repeat(3)),
    ]) {
      const { status, body } = await upload(name);
      if (status === 400) continue; // refused is as good
      assert.equal(status, 201, JSON.stringify(body));
      assert(
        body.original_name.length > 0 && !/\0/.test(body.original_name) && body.original_name.isWellFormed(),
        body.original_name,
      );
      assert.equal((await fixtures.app.inject(body.url.replace('http://localhost:80', ''))).statusCode, 200);
    }
  });
});

describe('headers', () => {
  it('a header with NUL or invalid bytes returns 400 or 401', async () => {
    const sent = await openRawHttp(fixtures);
    const token = await fixtures.accessTokenFor(anna);
    for (const [name, strange] of [
      ['user-agent', 'a\0b'],
      ['x-forwarded-for', '1.2.3.4\0'],
      ['authorization', `Bearer ${token}\0`],
      ['cookie', 'refresh_token=\0'],
      ['content-type', 'application/json\0'],
      ['user-agent', '\xff\xfe\xed\xa0\x80'],
      ['x-forwarded-for', '\xff\xfe'],
      ['cookie', 'refresh_token=\xff'],
      ['host', '\xff'],
    ] as const) {
      const head = `GET /auth/me HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${name}: ${strange}\r\n\r\n`;
      const status = statusOf(await sent(Buffer.from(head, 'latin1')));
      assert([400, 401].includes(status), `${name}: ${status}`);
    }
  });
});

describe('messages to a bot', () => {
  it('a message to a bot with any characters does not block later messages', async () => {
    await sql`insert into bots (id, username) values (${globalBot}, 'callout_bot')`.execute(fixtures.db.read);
    const [lease] = await takeLeases(fixtures.db, crypto.randomUUID(), [globalBot], true);
    assert(lease);
    const texts = [
      '\0',
      '/start \0',
      '/start\0',
      '/start \ud800',
      '\ud800',
      `/start ${'\0'.repeat(22)}`,
      '/stop\0',
      '/status \u0000',
    ];
    const chats = [
      { id: 1, type: 'private' as const, first_name: '\0' },
      { id: 2, type: 'supergroup' as const, title: '\ud800', username: 'x\0y' },
    ];
    let update_id = 0;
    for (const text of [...texts, '/status', '/stop'])
      for (const chat of chats) {
        const from = { id: 1, is_bot: false, first_name: '\0' };
        const message = { message_id: 1, date: 1, text, from, chat };
        await handleUpdate(fixtures.deps, { lease, username: '', globalBotId: globalBot }, {
          update_id: ++update_id,
          message,
        } as Parameters<typeof handleUpdate>[2]);
      }
    await fixtures.clearDeliveries();
  });
});

describe('all other text', () => {
  it('all other Unicode text is returned as it was sent', async () => {
    for (const name of [
      'Übergröße 東京',
      '👩‍🔧 lift',
      '\u{10FFFF}\uFFFD\uFFFE',
      'e\u0301 is not \u00e9',
      '\u202eright to left\u202c',
      'line\nbreak\ttab',
      '\u0001\u001b[31mred\u007f',
      'a"b\\c</script>',
      "Robert'); drop table users;--",
      '%00 \\0 \\u0000 &#0;',
      '$\u007b7*7} {{7*7}} <%= 7 %>',
    ]) {
      const { status, body } = await fixtures.call(anna, 'POST', '/projects', { name });
      assert.deepEqual([status, body.name], [201, name]);
    }
  });
});
