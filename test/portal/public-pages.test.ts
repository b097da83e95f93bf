import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { Fixtures, type TestUser } from '../../testing/fixtures.ts';
import { multipartForm } from '../../testing/photo-files.ts';
import { openPortal, sendReport, solveChallenge } from '../../testing/portal-client.ts';
import { realPhoto } from '../../testing/real-photos.ts';
import { waitFor } from '../../testing/wait.ts';

const fixtures = await Fixtures.create({
  PORTAL_PROOF: 'false',
  MAX_REPORTS_PER_NETWORK: '200',
  MAX_REPORTS_PER_OBJECT: '200',
  PHOTO_MAX_BYTES: '100000',
});
const { root, anna, wanda, lobby } = fixtures;
const token = await openPortal(fixtures, anna, lobby);
const page = (path: string, headers: Record<string, string> = {}) => fixtures.call(undefined, 'GET', path, undefined, headers);
const picture = await realPhoto({ width: 32, height: 32 });

async function post(path: string, fields: Record<string, string>, photos: Buffer[] = [], ip = '198.51.100.7') {
  const parts = Object.entries(fields).map(([field, bytes]) => ({ field, bytes }));
  const { body, headers } = multipartForm([...parts, ...photos.map((bytes) => ({ field: 'photo', name: 'a.jpg', bytes }))]);
  return fixtures.call(undefined, 'POST', path, body, { ...headers, 'x-forwarded-for': ip });
}

const idOf = (location: unknown): string => /\/r\/[\w-]+\/([\da-f-]{36})\?/.exec(String(location))?.[1] ?? '';

describe('the page of a portal', () => {
  it('has a strict policy, no cookie, is not indexed, and its files are cached for good', async () => {
    const { status, headers, body } = await page(`/r/${token}`);
    assert.equal(status, 200);
    assert.match(String(headers['content-security-policy']), /^default-src 'none'; script-src 'self'; /);
    assert(!String(headers['content-security-policy']).includes('unsafe'));
    assert.deepEqual([headers['set-cookie'], headers['cache-control']], [undefined, 'no-store']);
    assert(body.includes('<meta name="robots" content="noindex">'));
    assert(!/<script(?! type="module" src="\/r\/)|<style|style=|onclick/.test(body));
    for (const [, path = ''] of body.matchAll(/(?:src|href|data-worker)="(\/r\/[a-z]+\.(?:js|css)\?v=[\w-]+)"/g)) {
      const asset = await page(path);
      assert.equal(asset.status, 200, path);
      assert.match(String(asset.headers['cache-control']), /immutable/);
    }
  });

  it('is in the language of the parameter, of the header, or in English', async () => {
    const languageOf = async (path: string, accepted?: string) =>
      /<html lang="(\w+)"/.exec((await page(path, accepted ? { 'accept-language': accepted } : {})).body)?.[1];
    assert.equal(await languageOf(`/r/${token}`), 'en');
    assert.equal(await languageOf(`/r/${token}`, 'fr, pl;q=0.5, de;q=0.9'), 'de');
    assert.equal(await languageOf(`/r/${token}`, 'de;q=0, pl-PL'), 'pl');
    assert.equal(await languageOf(`/r/${token}?lang=pl`, 'de'), 'pl');
    assert.equal(await languageOf(`/r/${token}?lang=xx`, 'fr'), 'en');
    assert.equal(await languageOf(`/r/${'x'.repeat(43)}`, 'de'), 'de');
  });

  it('escapes whatever names, texts and fields hold', async () => {
    const evil = `<img src=x onerror="alert(1)">&'`;
    const { body } = await fixtures.call(anna, 'POST', `/projects/${fixtures.tower}/objects`, { name: evil, address: evil });
    const evilToken = await openPortal(fixtures, anna, body.id);
    const refused = await post(`/r/${evilToken}`, { text: 'no', floor: evil, contact: evil });
    assert.equal(refused.status, 400);
    const created = await post(`/r/${evilToken}`, { text: evil });
    const status = await page(`/r/${evilToken}/${idOf(created.headers['location'])}`);
    for (const answer of [await page(`/r/${evilToken}`), refused, status]) {
      assert(!answer.body.includes('<img'), answer.body);
      assert(answer.body.includes('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;'));
    }
  });

  it('takes a form with and without a photo, ignores an empty file, and leads to the page of the report', async () => {
    for (const photos of [[], [picture]]) {
      fixtures.advanceClock(1_000); // the newest is listed first
      const { status, headers } = await post(`/r/${token}?lang=de`, { text: 'No light', category: '' }, photos);
      assert.equal(status, 303);
      assert.match(String(headers['location']), /\?lang=de$/);
      const [report] = (await fixtures.call(anna, 'GET', '/ext/reports')).body.items;
      assert.deepEqual([report.id, report.photos.length], [idOf(headers['location']), photos.length]);
    }
    const { body, headers } = multipartForm([
      { field: 'text', bytes: 'No light again' },
      { field: 'photo', name: '', bytes: '' },
    ]);
    assert.equal((await fixtures.call(undefined, 'POST', `/r/${token}`, body, headers)).status, 303);
    assert.equal((await post(`/r/${token}`, { text: 'No light' }, [picture, picture])).status, 400);
    const keyed = () =>
      fixtures.call(undefined, 'POST', `/r/${token}`, body, { ...headers, 'idempotency-key': 'form-with-a-key' });
    const [first, repeated] = [await keyed(), await keyed()];
    assert.deepEqual([repeated.status, repeated.headers['location']], [303, first.headers['location']]);
    assert.equal(repeated.headers['idempotency-replayed'], 'true');
    assert.notEqual(idOf(first.headers['location']), '');
  });

  it('is a page with 404 for tokens and reports that are unknown, of another object, or of an ended portal', async () => {
    const { body } = await sendReport(fixtures, token);
    const cellar = await fixtures.createObject(anna, fixtures.tower, 'Cellar');
    const other = await openPortal(fixtures, anna, cellar);
    const paths = [
      '/r/x',
      `/r/${'x'.repeat(43)}`,
      `/r/${token}/${crypto.randomUUID()}`,
      `/r/${token}/17`,
      `/r/${other}/${body.id}`,
      `/r/${token}/${body.id}'`,
    ];
    for (const path of paths) {
      const answer = await page(path);
      assert.deepEqual([answer.status, answer.headers['content-type']], [404, 'text/html; charset=utf-8'], path);
    }
    assert.equal((await page(`/r/${token}/${body.id}`)).status, 200);
    const rotated = await openPortal(fixtures, anna, cellar);
    assert.equal((await page(`/r/${other}`)).status, 404);
    assert.equal((await post(`/r/${other}`, { text: 'No light' })).status, 404);
    assert.equal((await page(`/r/${rotated}`)).status, 200);
  });
});

describe('the page of a report', () => {
  const headlineOf = async (id: string) => /<h1>(.*?)<\/h1>/.exec((await page(`/r/${token}/${id}`)).body)?.[1];
  const accepted = async (): Promise<{ id: string; ticket: number }> => {
    const { body } = await sendReport(fixtures, token);
    const answer = { category: 'other', priority: 'normal' };
    const { body: ticket } = await fixtures.call(anna, 'POST', `/ext/reports/${body.id}/accept`, answer);
    return { id: body.id, ticket: ticket.id };
  };
  const step = (who: TestUser, ticket: number, op: string, body?: object) =>
    fixtures.call(who, 'PATCH', `/tickets/${ticket}/${op}`, body);

  it('follows the ticket through all of its states', async () => {
    const { id, ticket } = await accepted();
    const reason = { reason: 'Wanda forgot the left lamp' };
    const steps: [TestUser, string, object | undefined, string][] = [
      [wanda, 'take', undefined, 'Accepted'],
      [wanda, 'start', undefined, 'In progress'],
      [wanda, 'done', undefined, 'Done'],
      [anna, 'reject', reason, 'In progress'],
      [wanda, 'start', undefined, 'In progress'],
      [wanda, 'done', undefined, 'Done'],
      [anna, 'confirm', undefined, 'Closed'],
    ];
    assert.equal(await headlineOf(id), 'Accepted');
    for (const [who, op, body, headline] of steps) {
      assert.equal((await step(who, ticket, op, body)).status, 200);
      assert.equal(await headlineOf(id), headline, op);
      assert(!(await page(`/r/${token}/${id}`)).body.includes('left lamp'));
    }
  });

  it('tells that a ticket was cancelled, without the reason, and why a report was dismissed', async () => {
    const { id, ticket } = await accepted();
    await step(anna, ticket, 'cancel', { reason: 'Boris does it himself' });
    const canceled = await page(`/r/${token}/${id}`);
    assert(canceled.body.includes('closed without further work'));
    assert(!canceled.body.includes('Boris'));
    const { body } = await sendReport(fixtures, token);
    assert.equal(await headlineOf(body.id), 'Received');
    await fixtures.call(root, 'POST', `/ext/reports/${body.id}/dismiss`, { reason: 'It was repaired yesterday' });
    assert((await page(`/r/${token}/${body.id}`)).body.includes('It was repaired yesterday'));
  });
});

it('public answers never tell of people, other reports or tickets, whatever these hold', async () => {
  const cellar = await fixtures.createObject(anna, fixtures.tower, 'Vault');
  const vault = await openPortal(fixtures, anna, cellar);
  const own = (await sendReport(fixtures, vault, { text: 'My own words' })).body.id;
  let number = 0;
  const word = fc.stringMatching(/^[a-z]{8,16}$/);
  const scene = fc.record({ person: word, other: word, contact: word, ticket: word, comment: word, reason: word, floor: word });
  await fc.assert(
    fc.asyncProperty(scene, async (words) => {
      const secrets = Object.values(words).map((text) => `${text}${++number}`);
      const [person = '', other = '', contact = '', description = '', comment = '', reason = '', floor = ''] = secrets;
      await fixtures.call(anna, 'PATCH', '/ext/me', { name: person, phone: `0${number}77` });
      const ticket = await fixtures.createTicket({ description, floor }, anna, cellar);
      await fixtures.call(anna, 'POST', `/ext/tickets/${ticket}/comments`, { text: comment });
      const { body: report } = await sendReport(fixtures, vault, { text: other, contact, floor });
      await fixtures.call(anna, 'POST', `/ext/reports/${report.id}/merge`, { ticket_id: ticket });
      await fixtures.call(anna, 'PATCH', `/tickets/${ticket}/cancel`, { reason });
      const answers = [await page(`/ext/portal/${vault}`), await page(`/r/${vault}`), await page(`/r/${vault}/${own}`)];
      const text = answers.map(({ body }) => JSON.stringify(body)).join('\n');
      for (const secret of [...secrets, anna.id, anna.email, report.id, `#${ticket}`]) assert(!text.includes(secret), secret);
    }),
    { numRuns: 15 },
  );
});

describe('limits of reports', async () => {
  const limited = await Fixtures.create({ PORTAL_PROOF: 'false', MAX_REPORTS_PER_NETWORK: '3', MAX_REPORTS_PER_OBJECT: '5' });
  const proven = await Fixtures.create();
  /** A portal of an object that no other test reports for. */
  const newPortal = async () =>
    openPortal(limited, limited.anna, await limited.createObject(limited.anna, limited.tower, crypto.randomUUID()));

  it('a network sends MAX_REPORTS_PER_NETWORK reports in an hour, over all portals', async () => {
    const [first, second] = [await newPortal(), await openPortal(limited, limited.boris, limited.gate)];
    const ip = '203.0.113.9';
    for (const portal of [first, second, first]) assert.equal((await sendReport(limited, portal, {}, { ip })).status, 201);
    const { status, headers, body } = await sendReport(limited, second, {}, { ip });
    assert.deepEqual([status, body], [429, { error: 'too many attempts, try again later' }]);
    assert(Number(headers['retry-after']) > 3_000);
    assert.equal((await sendReport(limited, second, {}, { ip: '203.0.113.10' })).status, 201);
    limited.advanceClock(3_600_000);
    assert.equal((await sendReport(limited, second, {}, { ip })).status, 201);
  });

  it('an object gets MAX_REPORTS_PER_OBJECT reports in 24 hours, also of many networks at once, and no file is left of others', async () => {
    const object = await limited.createObject(limited.anna, limited.tower, 'Crowded');
    const portal = await openPortal(limited, limited.anna, object);
    const before = (await limited.call(limited.anna, 'GET', '/ext/reports')).body.total;
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => sendReport(limited, portal, {}, { ip: `203.0.113.${i}`, photos: [picture] })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [...Array(5).fill(201), ...Array(7).fill(429)]);
    assert.equal((await limited.call(limited.anna, 'GET', '/ext/reports')).body.total, before + 5);
    const rotated = await openPortal(limited, limited.anna, object);
    assert.equal((await sendReport(limited, rotated, {}, { ip: '203.0.113.99' })).status, 429);
    limited.advanceClock(24 * 3_600_000);
    assert.equal((await sendReport(limited, rotated, {}, { ip: '203.0.113.99' })).status, 201);
  });

  it('forms to tokens that are not valid count for their network, and none is stored', async () => {
    const { body, headers } = multipartForm([{ field: 'text', bytes: 'No light' }]);
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) {
      const more = { 'x-forwarded-for': '203.0.113.30', 'idempotency-key': `form-${i}` };
      statuses.push((await proven.call(undefined, 'POST', '/r/unknown', body, { ...headers, ...more })).status);
    }
    assert.deepEqual(statuses, [404, 404, 404, 429, 429]);
    const { n } = await proven.db.read
      .selectFrom('idempotency_keys')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    assert.equal(Number(n), 0);
  });

  it('a form without a script that is sent again leads to the report that it made, and makes no other one', async () => {
    const portal = await openPortal(proven, proven.anna, await proven.createObject(proven.anna, proven.tower, 'Attic'));
    const before = (await proven.call(proven.anna, 'GET', '/ext/reports')).body.total;
    const form = await proven.call(undefined, 'GET', `/r/${portal}`);
    const ticket = /name="ticket" value="([^"]+)"/.exec(form.body)?.[1] ?? '';
    proven.advanceClock(3_000);
    const send = (text: string, ip: string) => {
      const { body, headers } = multipartForm([
        { field: 'text', bytes: text },
        { field: 'ticket', bytes: ticket },
        { field: 'photo', name: 'hall.jpg', bytes: picture },
      ]);
      return proven.call(undefined, 'POST', `/r/${portal}`, body, { ...headers, 'x-forwarded-for': ip });
    };
    const answers = await Promise.all(['192.0.2.1', '192.0.2.2', '192.0.2.3'].map((ip) => send('No light', ip)));
    const [first] = answers;
    assert(first?.headers['location']);
    for (const { status, headers } of answers) assert.deepEqual([status, headers['location']], [303, first.headers['location']]);
    const changed = await send('No light, and no heating', '192.0.2.4');
    assert.equal(changed.status, 409);
    assert(changed.body.includes('This form was sent already.') && changed.body.includes('No light, and no heating'));
    assert.equal((await proven.call(proven.anna, 'GET', '/ext/reports')).body.total, before + 1);
  });

  it('a form without proof needs a signed field of that page, once, after three seconds, and has lower limits', async () => {
    const portal = await openPortal(proven, proven.anna, proven.lobby);
    const other = await openPortal(proven, proven.boris, proven.gate);
    const ticketOf = async (of: string) =>
      /name="ticket" value="([^"]+)"/.exec((await proven.call(undefined, 'GET', `/r/${of}`)).body)?.[1] ?? '';
    let networks = 0;
    const send = async (fields: Record<string, string>, ip = `192.0.2.${++networks}`) => {
      const parts = Object.entries({ text: 'No light', ...fields }).map(([field, bytes]) => ({ field, bytes }));
      const { body, headers } = multipartForm(parts);
      const answer = await proven.call(undefined, 'POST', `/r/${portal}`, body, { ...headers, 'x-forwarded-for': ip });
      assert.equal(answer.headers['retry-after'] !== undefined, answer.status === 429);
      return answer.status;
    };
    const [early, foreign] = [await ticketOf(portal), await ticketOf(other)];
    assert.equal(await send({ ticket: early }), 400);
    proven.advanceClock(3_000);
    assert.equal(await send({}), 400);
    assert.equal(await send({ ticket: foreign }), 400);
    assert.equal(await send({ ticket: early.replace(/\.\d+\./, '.1.') }), 400);
    assert.equal(await send({ ticket: early }), 303);
    assert.equal(await send({ ticket: early, text: 'No heating' }), 409);
    const old = await ticketOf(portal);
    proven.advanceClock(3_600_001);
    assert.equal(await send({ ticket: old }), 400);
    // Three of a network in an hour, whatever became of them.
    const fresh = await ticketOf(portal);
    proven.advanceClock(3_000);
    assert.equal(await send({ ticket: fresh }, '192.0.2.200'), 303);
    assert.equal(await send({ ticket: fresh }, '192.0.2.200'), 303);
    assert.equal(await send({ ticket: fresh }, '192.0.2.200'), 303);
    assert.equal(await send({ ticket: fresh }, '192.0.2.200'), 429);
    // Ten of the object in a day, of which two were accepted: what is refused uses up nothing.
    for (let i = 0; i < 10; i++) assert.equal(await send({ text: 'no' }), 400);
    const tickets = await Promise.all(Array.from({ length: 9 }, () => ticketOf(portal)));
    proven.advanceClock(3_000);
    const statuses = await Promise.all(tickets.map((ticket) => send({ ticket })));
    assert.deepEqual(statuses.sort(), [...Array(8).fill(303), 429]);
  });
});

describe('bodies that never end', async () => {
  await fixtures.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = fixtures.app.server.address() as AddressInfo;

  it('reports with them leave room for uploads of accounts, and for reports of other networks', async () => {
    let begun = 0;
    const count = (): void => void begun++;
    fixtures.app.server.on('request', count);
    const sockets = Array.from({ length: 64 }, (_, i) => {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      const network = `2001:db8:1:${Math.floor(i / 8)}::1`;
      socket.write(
        `POST /ext/portal/${token}/reports HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${network}\r\n` +
          'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000\r\n\r\n--b\r\n',
      );
      return socket;
    });
    try {
      await waitFor(() => begun === 64);
      const ticket = await fixtures.createTicket();
      const { body, headers } = multipartForm([{ name: 'lamp.jpg', bytes: picture }]);
      const upload = await fixtures.call(anna, 'POST', `/ext/tickets/${ticket}/attachments`, body, headers);
      const report = await sendReport(fixtures, token, {}, { ip: '203.0.113.77' });
      assert.deepEqual([upload.status, report.status], [201, 201]);
      const { server } = fixtures.app;
      assert((await promisify(server.getConnections.bind(server))()) >= 64, 'the others are still open');
    } finally {
      fixtures.app.server.off('request', count);
      for (const socket of sockets) socket.destroy();
    }
  });

  it('the connection of a body that never ends is closed once it is larger than the largest report', async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    const part = 'Content-Disposition: form-data; name="ignored"; filename="a"';
    socket.write(
      `POST /ext/portal/${token}/reports HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n` +
        `Content-Type: multipart/form-data; boundary=b\r\n\r\n${(part.length + 9).toString(16)}\r\n--b\r\n${part}\r\n\r\n\r\n`,
    );
    const chunk = Buffer.alloc(65_536, 'a');
    let sent = 0;
    for (; sent < 400 && !socket.destroyed; sent++) {
      socket.write('10000\r\n');
      socket.write(chunk);
      socket.write('\r\n');
      await sleep(5);
    }
    socket.destroy();
    assert(sent < 400);
  });
});

describe('the proof of work', async () => {
  const fixtures = await Fixtures.create({ MAX_REPORTS_PER_NETWORK: '100' });
  const { anna, boris, lobby, gate } = fixtures;
  const token = await openPortal(fixtures, anna, lobby);
  const challenge = async (of = token) => (await fixtures.call(undefined, 'GET', `/ext/portal/${of}`)).body.challenge;

  it('is needed once for each report: without it, or with one that was used, POST returns 400', async () => {
    const proof = solveChallenge(await challenge());
    assert.equal((await sendReport(fixtures, token, { proof: '' })).status, 400);
    assert.equal((await sendReport(fixtures, token, { proof: 'e30=' })).status, 400);
    assert.equal((await sendReport(fixtures, token, { proof, text: 'no' })).status, 400); // not used yet
    assert.equal((await sendReport(fixtures, token, { proof })).status, 201);
    const { status, body } = await sendReport(fixtures, token, { proof });
    assert.deepEqual([status, body.error], [400, 'the proof was used already']);
  });

  it('admits one of several reports that are sent with it at once', async () => {
    const proof = solveChallenge(await challenge());
    const answers = await Promise.all([1, 2, 3, 4].map(() => sendReport(fixtures, token, { proof })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400, 400, 400]);
  });

  it('is not used up by a report that is sent again with its Idempotency-Key, which may bring another one', async () => {
    const key = crypto.randomUUID();
    const proof = solveChallenge(await challenge());
    const first = await sendReport(fixtures, token, { proof }, { key });
    fixtures.advanceClock(21 * 60_000); // the challenge has expired
    for (const fields of [{ proof }, {}]) {
      const again = await sendReport(fixtures, token, fields, { key });
      assert.deepEqual([again.status, again.body, again.headers['idempotency-replayed']], [201, first.body, 'true']);
    }
  });

  it('expires, belongs to one portal, and cannot be made up', async () => {
    const other = await openPortal(fixtures, boris, gate);
    assert.equal((await sendReport(fixtures, token, { proof: solveChallenge(await challenge(other)) })).status, 400);
    const wrong = { ...(await challenge()), signature: '0'.repeat(64) };
    assert.equal((await sendReport(fixtures, token, { proof: solveChallenge(wrong) })).status, 400);
    const old = solveChallenge(await challenge());
    fixtures.advanceClock(20 * 60_000);
    assert.equal((await sendReport(fixtures, token, { proof: old })).status, 400);
  });
});
