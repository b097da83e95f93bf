import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { botIdOf } from '../../src/outbound/messenger/bots.ts';
import { takeLeases } from '../../src/outbound/messenger/lease.ts';
import { handleUpdate } from '../../src/outbound/messenger/update-handler.ts';
import { Fixtures } from '../../testing/fixtures.ts';
import { photo } from '../../testing/photo-files.ts';
import { openRawHttp, statusOf } from './raw-http.ts';

// PostgreSQL stores neither NUL nor lone surrogates, so text with them often causes a 500 or a row of a queue that cannot be
// processed: in names of files, in headers and in messages to a bot. inputs.test.ts has fields and parameters, where it is 400. All
// other text is stored unchanged.

const token = '100:global-secret';
const globalBot = botIdOf(token);
const fixtures = await Fixtures.create({ MESSENGER_BOT_TOKEN: token });
const { anna, wanda } = fixtures;

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
      '=cmd|" /C calc"!A0', // files of lists escape it: exports.test.ts
    ]) {
      const { status, body, headers } = await fixtures.call(anna, 'POST', '/projects', { name });
      assert.deepEqual([status, body.name, headers['x-content-type-options']], [201, name, 'nosniff']);
    }
  });
});
