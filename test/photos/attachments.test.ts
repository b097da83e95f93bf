import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestUser } from '../../testing/fixtures.ts';
import { multipartForm, photo } from '../../testing/photo-files.ts';
import { realPhoto } from '../../testing/real-photos.ts';
import { describeAttachments } from './attachment-tests.ts';

const fixtures = await describeAttachments('local', {});
const { anna, wanda, root } = fixtures;

const attach = async (who: TestUser, ticket: number, ...fields: { field: string; bytes: string }[]) => {
  const { body, headers } = multipartForm([...fields, { name: 'leak.jpg', bytes: photo() }]);
  return fixtures.call(who, 'POST', `/ext/tickets/${ticket}/attachments`, body, headers);
};
const get = (url: string) => fixtures.app.inject(url.replace('http://localhost:80', ''));

describe('attachments of a ticket', () => {
  it('POST /ext/tickets/{id}/attachments returns 409 on a ticket that is closed during the upload', async () => {
    const open = await fixtures.createTicket();
    const { storage } = fixtures.deps;
    const put = storage.put.bind(storage);
    storage.put = async (key, file) => {
      await put(key, file);
      await fixtures.call(anna, 'PATCH', `/tickets/${open}/cancel`, { reason: 'a mistake' });
    };
    try {
      assert.equal((await attach(anna, open)).status, 409);
    } finally {
      storage.put = put;
    }
    assert.equal((await fixtures.call(anna, 'GET', `/ext/tickets/${open}/attachments`)).body.total, 0);
  });

  it('attachments change neither the ticket nor its journal nor its photos', async () => {
    const ticket = await fixtures.createTicketWithStatus('in_progress');
    const state = async () =>
      Promise.all(
        ['', '/events', '/photos'].map(async (what) => (await fixtures.call(anna, 'GET', `/tickets/${ticket}${what}`)).body),
      );
    const before = await state();
    assert.equal((await attach(wanda, ticket)).status, 201);
    assert.deepEqual(await state(), before);
  });

  it('attachments stay with the name and an empty id when the account of their author is deleted', async () => {
    const admin = await fixtures.createUser('second', 'admin');
    const ticket = await fixtures.createTicket();
    await attach(admin, ticket);
    assert.equal((await fixtures.call(root, 'DELETE', `/users/${admin.id}`)).status, 200);
    const [item] = (await fixtures.call(anna, 'GET', `/ext/tickets/${ticket}/attachments`)).body.items;
    assert.deepEqual([item.author_id, item.author_name], ['', admin.name]);
  });
});

describe('tickets with attachments', () => {
  it('GET /ext/tickets returns counts and a cover: the newest photo, else the first attachment, else null', async () => {
    const ticket = await fixtures.createTicketWithStatus('in_progress');
    const item = async () => (await fixtures.call(anna, 'GET', `/ext/tickets?ids=${ticket}`)).body.items[0];
    const addPhoto = async () => {
      const { body, headers } = multipartForm([{ name: 'lamp.jpg', bytes: await realPhoto({ width: 32, height: 24 }) }]);
      return (await fixtures.call(wanda, 'POST', `/tickets/${ticket}/photos`, body, headers)).body.id;
    };
    const bare = await item();
    assert.deepEqual([bare.attachments, bare.photos, bare.cover_url], [0, 0, null]);
    const { body: first } = await attach(anna, ticket);
    await attach(anna, ticket);
    const reported = await item();
    assert.deepEqual([reported.attachments, reported.photos], [2, 0]);
    assert.equal(new URL(reported.cover_url).pathname, new URL(first.thumb_url).pathname);
    await addPhoto();
    const newest = await addPhoto();
    const worked = await item();
    assert.deepEqual([worked.attachments, worked.photos], [2, 2]);
    assert.match(worked.cover_url, new RegExp(`/ext/photos/${newest}/thumb\\?expires=`));
    assert.equal((await get(worked.cover_url)).statusCode, 200);
    const { body: single } = await fixtures.call(anna, 'GET', `/ext/tickets/${ticket}`);
    assert.deepEqual([single.attachments, 'cover_url' in single], [2, false]);
  });
});

describe('links to attachments', () => {
  it('the signature of an attachment is valid neither for its small version nor for a photo, and the other way round', async () => {
    const ticket = await fixtures.createTicketWithStatus('in_progress');
    const { body: attachment } = await attach(anna, ticket);
    const { body: form, headers } = multipartForm([{ name: 'lamp.jpg', bytes: photo() }]);
    const { body: proof } = await fixtures.call(wanda, 'POST', `/tickets/${ticket}/photos`, form, headers);
    const [file, thumb, other] = [attachment.url, attachment.thumb_url, proof.url].map((url) => new URL(url).search);
    for (const url of [
      `/ext/attachments/${attachment.id}/file${thumb}`,
      `/ext/attachments/${attachment.id}/thumb${file}`,
      `/ext/attachments/${attachment.id + 1}/file${file}`,
      `/ext/attachments/${proof.id}/file${other}`,
      `/files/${attachment.id}${file}`,
      `/ext/photos/${attachment.id}/thumb${thumb}`,
    ]) {
      assert.equal((await get(url)).statusCode, 403, url);
    }
    fixtures.advanceClock(fixtures.deps.config.photoUrlTtlMs);
    for (const url of [attachment.url, attachment.thumb_url]) assert.equal((await get(url)).statusCode, 403);
  });

  it('a file of an attachment is sent with the headers of photos', async () => {
    const { body } = await attach(anna, await fixtures.createTicket());
    const { headers } = await get(body.url);
    assert.equal(headers['content-disposition'], `inline; filename="leak.jpg"; filename*=UTF-8''leak.jpg`);
    assert.match(String(headers['content-security-policy']), /default-src 'none'; sandbox/);
    assert.match(String(headers['cache-control']), /^private, max-age=\d+, immutable$/);
  });
});
