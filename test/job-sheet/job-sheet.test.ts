import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { beforeAndAfter } from '../../src/product/reporting/job-sheet/collect-job-sheet.ts';
import { Fixtures, type TestUser } from '../../testing/fixtures.ts';
import { pdfPages, pdfText } from '../../testing/pdf-text.ts';
import { multipartForm, photo } from '../../testing/photo-files.ts';
import { realPhoto } from '../../testing/real-photos.ts';

// GET /ext/tickets/{id}/report.pdf

const fixtures = await Fixtures.create();
const { root, anna, wanda } = fixtures;
const { storage } = fixtures.deps;

async function download(who: TestUser, ticket: number, query = '') {
  const headers = { authorization: `Bearer ${await fixtures.accessTokenFor(who)}` };
  return fixtures.app.inject({ method: 'GET', url: `/ext/tickets/${ticket}/report.pdf?${query}`, headers });
}

async function reportOf(who: TestUser, ticket: number, query = ''): Promise<Buffer> {
  const answer = await download(who, ticket, query);
  assert.equal(answer.statusCode, 200, answer.payload);
  return answer.rawPayload;
}

async function upload(who: TestUser, path: string, bytes: Buffer, name: string, field?: [string, string]): Promise<number> {
  const parts = [...(field ? [{ field: field[0], bytes: field[1] }] : []), { name, bytes }];
  const { body, headers } = multipartForm(parts);
  const answer = await fixtures.call(who, 'POST', path, body, headers);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.id;
}

const keyOf = async (table: 'ticket_photos' | 'ticket_attachments', id: number): Promise<string> =>
  (await fixtures.db.read.selectFrom(table).select('storage_key').where('id', '=', id).executeTakeFirstOrThrow()).storage_key;

/** A closed ticket with everything that a report has. */
async function wholeTicket(): Promise<number> {
  const id = await fixtures.createTicket({ description: 'Wasserhahn tropft: Größe ¾ Zoll', floor: '3. OG' });
  await upload(anna, `/ext/tickets/${id}/attachments`, await realPhoto({ width: 640, height: 480 }), 'vorher.jpg');
  for (const operation of ['take', 'start']) await fixtures.call(wanda, 'PATCH', `/tickets/${id}/${operation}`, {});
  await fixtures.call(wanda, 'POST', `/ext/tickets/${id}/comments`, { text: 'Zażółć gęślą jaźń, تسرب المياه, 漏水, 😀' });
  await upload(wanda, `/tickets/${id}/photos`, await realPhoto({ width: 640, height: 480 }), 'nachher.jpg');
  const items = [
    { label: 'Notlicht brennt', kind: 'check' },
    { label: 'Druck', kind: 'number', unit: 'bar', max: 2 },
  ];
  const { body: list } = await fixtures.call(anna, 'POST', '/ext/checklists', { name: 'Monatliche Runde', items });
  await fixtures.call(anna, 'PUT', `/ext/tickets/${id}/checklist`, { checklist_id: list.id });
  const answers = { [list.items[1].id]: 2.4 };
  assert.equal((await fixtures.call(wanda, 'PATCH', `/ext/tickets/${id}/checklist`, { answers })).status, 200);
  await fixtures.call(wanda, 'PATCH', `/tickets/${id}/done`, {});
  await fixtures.call(anna, 'PATCH', `/tickets/${id}/reject`, { reason: 'Вода капає досі' });
  return id;
}
const ticket = await wholeTicket();

describe('the photos of a report', () => {
  const cases = [
    { reported: [], work: ['broken', 'mended'], isDone: true, before: ['broken'], after: ['mended'] },
    {
      reported: ['sent'],
      work: ['broken', 'half', 'mended'],
      isDone: true,
      before: ['sent', 'broken'],
      after: ['half', 'mended'],
    },
    { reported: ['sent'], work: ['mended'], isDone: false, before: ['sent'], after: ['mended'] },
    { reported: [], work: ['mended'], isDone: true, before: [], after: ['mended'] },
    { reported: [], work: ['broken'], isDone: false, before: ['broken'], after: [] },
    { reported: ['sent'], work: [], isDone: false, before: ['sent'], after: [] },
  ];
  for (const { reported, work, isDone, before, after } of cases)
    it(`reported ${reported.length}, of the work ${work.length}, ${isDone ? 'done' : 'not done'}: before ${before}, after ${after}`, () => {
      assert.deepEqual(beforeAndAfter<string>(reported, work, isDone), { before, after });
    });
});

describe('GET /ext/tickets/{id}/report.pdf', () => {
  it('has one page with facts, journal, comments, photos before and after, and the head of the hash chain', async () => {
    const answer = await download(anna, ticket, 'language=de&timezone=Europe/Berlin');
    assert.equal(answer.headers['content-type'], 'application/pdf');
    assert.equal(answer.headers['content-disposition'], `attachment; filename="ticket-${ticket}.pdf"`);
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    assert.equal((await pdfPages(answer.rawPayload)).length, 1);
    const text = await pdfText(answer.rawPayload);
    const { head } = (await fixtures.call(anna, 'GET', `/ext/tickets/${ticket}/chain`)).body;
    for (const expected of [
      `Auftrag#${ticket}`,
      'Größe¾Zoll',
      'Nacharbeitnötig',
      'Lobbystreet1',
      'annahatNacharbeitangefordert',
      'Водакапаєдосі',
      'wandahatdenAuftragübernommen',
      'Zażółćgęśląjaźń',
      'تسربالمياه',
      '漏水',
      '😀',
      'Prüfliste:MonatlicheRunde',
      'Notlichtbrennt',
      'nichtbeantwortet',
      '2.4bar(beanstandet),wanda',
      'vorher.jpg',
      'nachher.jpg',
      'DerVerlaufistunverändertseit',
      head,
      'Europe/Berlin',
    ]) {
      assert.ok(text.includes(expected), `${expected} is missing in ${text}`);
    }
    assert.ok(!text.includes('kannnichtgezeigtwerden'));
  });

  it('contains the small versions of the photos', async () => {
    const pdf = (await reportOf(anna, ticket)).toString('latin1');
    assert.equal(pdf.split('/Subtype /Image').length - 1, 2);
    assert.equal(pdf.split('/Filter /DCTDecode').length - 1, 2);
  });

  it('is in the language of the account, in English without one, and in UTC unless a zone is named', async () => {
    const zofia = await fixtures.createUser('zofia', 'admin', { language: 'pl' });
    assert.match(await pdfText(await reportOf(zofia, ticket)), /Zgłoszenie#\d+.*Godzinywstrefieczasowej/s);
    assert.match(await pdfText(await reportOf(root, ticket)), /Request#\d+.*TimesareinUTC/s);
    assert.match(await pdfText(await reportOf(zofia, ticket, 'language=de')), /Auftrag#\d+/);
    for (const query of ['language=fr', 'timezone=Mars/A', 'timezone=../etc']) {
      const answer = await download(root, ticket, query);
      assert.equal(answer.statusCode, 400, query);
      assert.deepEqual(Object.keys(answer.json()), ['error']);
    }
  });

  it('shows a labelled box for a photo whose file is missing or cannot be decoded', async () => {
    const id = await fixtures.createTicketWithStatus('in_progress');
    const missing = await upload(wanda, `/tickets/${id}/photos`, await realPhoto({ width: 64, height: 48 }), 'missing.jpg');
    await upload(wanda, `/tickets/${id}/photos`, photo(), 'noise.jpg');
    await upload(wanda, `/tickets/${id}/photos`, await realPhoto({ width: 64, height: 48 }), 'good.jpg');
    await storage.remove(await keyOf('ticket_photos', missing));
    const text = await pdfText(await reportOf(anna, id));
    assert.equal(text.split('Thisphotocannotbeshown').length - 1, 2);
    for (const name of ['missing.jpg', 'noise.jpg', 'good.jpg']) assert.ok(text.includes(name));
  });

  it('answers while the storage fails', async (t) => {
    t.mock.method(storage, 'readThumb', () => Promise.reject(new Error('the storage is down')));
    assert.match(await pdfText(await reportOf(anna, ticket)), /Thisphotocannotbeshown/);
  });

  it('says that a journal was changed', async () => {
    const id = await fixtures.createTicket();
    await fixtures.transaction((tx) => sql`update ticket_events set actor_name = 'eve' where ticket_id = ${id}`.execute(tx));
    assert.match(await pdfText(await reportOf(anna, id)), /Theactivitywaschanged/);
    await fixtures.transaction((tx) => sql`update ticket_events set actor_name = 'anna' where ticket_id = ${id}`.execute(tx));
  });

  it('reads only the newest comments of a ticket that has many', async () => {
    const id = await fixtures.createTicket();
    await fixtures.transaction((tx) =>
      sql`insert into ticket_comments (ticket_id, author_id, author_name, author_role, text, created_at)
        select ${id}, ${anna.id}, 'anna', 'client', 'comment ' || n || '.', ${fixtures.now} from generate_series(1, 130) as n`.execute(
        tx,
      ),
    );
    const text = await pdfText(await reportOf(anna, id));
    assert.match(text, /Earliercommentsthatareleftout:30/);
    assert.match(text, /comment31\..*comment130\./s);
    assert.ok(!text.includes('comment30.'));
  });

  it('is refused with 429 beyond two of an account, and waits while one of the tenant and two of all are made', async (t) => {
    const gate = Promise.withResolvers<undefined>();
    const waiting = t.mock.method(storage, 'readThumb', () => gate.promise);
    const running = [anna, anna, root, root].map((who) => download(who, ticket));
    while (waiting.mock.callCount() < 2) await new Promise(setImmediate);
    const third = await download(anna, ticket);
    assert.equal(third.statusCode, 429);
    assert.ok(Number(third.headers['retry-after']) > 0);
    assert.equal(waiting.mock.callCount(), 2);
    gate.resolve(undefined);
    for (const answer of await Promise.all(running)) assert.equal(answer.statusCode, 200);
    assert.equal((await download(anna, ticket)).statusCode, 200);
  });
});
