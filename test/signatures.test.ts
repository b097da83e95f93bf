import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { pdfText } from '../testing/pdf-text.ts';
import { multipartForm, photo } from '../testing/photo-files.ts';

const fixtures = await Fixtures.create();
const { root, anna, boris, wanda, oleg } = fixtures;
const call = fixtures.call.bind(fixtures);

function sign(who: TestUser, ticket: number, name: string | undefined = 'Otto Brandt', bytes = photo('png')) {
  const fields = name === undefined ? [] : [{ field: 'name', bytes: name }];
  const { body, headers } = multipartForm([...fields, { name: 'signature.png', bytes }]);
  return call(who, 'POST', `/ext/tickets/${ticket}/signature`, body, headers);
}

describe('POST /ext/tickets/{id}/signature', () => {
  it('stores an attachment with the hash of its file, which is no picture of the request', async () => {
    const id = await fixtures.createTicketWithStatus('in_progress');
    const bytes = photo('png');
    const { status, body } = await sign(wanda, id, ' Otto Brandt ', bytes);
    assert.equal(status, 201, JSON.stringify(body));
    const { kind, sha256, signed_by, author_name, content_type } = body;
    const hash = createHash('sha256').update(bytes).digest('hex');
    assert.deepEqual(
      [kind, sha256, signed_by, author_name, content_type],
      ['signature', hash, 'Otto Brandt', wanda.name, 'image/png'],
    );
    const { items } = (await call(anna, 'GET', `/ext/tickets/${id}/attachments`)).body;
    assert.deepEqual([items.length, items[0].signed_by], [1, 'Otto Brandt']);
    const [listed] = (await call(anna, 'GET', `/ext/tickets?ids=${id}`)).body.items;
    assert.deepEqual([listed.attachments, listed.cover_url], [0, null]);
    const authorization = `Bearer ${await fixtures.accessTokenFor(anna)}`;
    const report = await fixtures.app.inject({ url: `/ext/tickets/${id}/report.pdf?language=de`, headers: { authorization } });
    assert.match(await pdfText(report.rawPayload), /Unterschriebenvon.*OttoBrandt/s);
  });

  it('once for each round of work, also when two are sent at once, by the assigned worker or an admin', async () => {
    const id = await fixtures.createTicketWithStatus('in_progress');
    const statuses = (await Promise.all([sign(wanda, id), sign(root, id)])).map(({ status }) => status);
    assert.deepEqual(statuses.sort(), [201, 409]);
    for (const who of [anna, boris, oleg]) assert.equal((await sign(who, id)).status, 403);
    const { body, headers } = multipartForm([{ name: 'a.jpg', bytes: photo() }]);
    await call(wanda, 'POST', `/tickets/${id}/photos`, body, headers);
    await call(wanda, 'PATCH', `/tickets/${id}/done`);
    assert.equal((await sign(wanda, id)).body.error, 'this round of work was signed already');
    await call(anna, 'PATCH', `/tickets/${id}/reject`, { reason: 'still dark' });
    assert.equal((await sign(wanda, id)).status, 409, 'not while nothing is done');
    await call(wanda, 'PATCH', `/tickets/${id}/start`);
    assert.equal((await sign(wanda, id)).status, 201);
  });

  it('needs a png file and a name', async () => {
    const id = await fixtures.createTicketWithStatus('done');
    const wrong = [
      sign(wanda, id, 'Otto', photo('jpeg')),
      sign(wanda, id, ''),
      sign(wanda, id, ' \u200b'),
      sign(wanda, id, 'x'.repeat(201)),
      sign(wanda, id, 'a\u0000b'),
    ];
    for (const { status, body } of await Promise.all(wrong)) assert.equal(status, 400, JSON.stringify(body));
    assert.equal((await sign(wanda, 999_999)).status, 404);
    assert.equal((await sign(root, id)).status, 201);
  });
});
