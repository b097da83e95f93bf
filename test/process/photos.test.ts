import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { multipartForm, photo } from '../../testing/photo-files.ts';
import { type ServiceProcess, send, signIn, spawnService, startService, stopService } from '../../testing/start-service.ts';
import { createEmptyDatabase } from '../../testing/test-database.ts';
import { waitFor } from '../../testing/wait.ts';

// Uploads to the service as a process: many at once, and what is left when it is killed. Memory: npm run chaos -- soak.

const password = 'correct-horse-1';
const database = await createEmptyDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'callout-photos-'));
chmodSync(dataDir, 0o700);
const env = {
  DATABASE_URL: database.url,
  DATA_DIR: dataDir,
  ADMIN_EMAIL: 'root@example.com',
  ADMIN_PASSWORD: password,
  PHOTO_MAX_PER_TICKET: '1000',
  LOG_LEVEL: 'warn',
};
after(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function upload(
  { url }: ServiceProcess,
  token: string,
  ticket: number,
  bytes: Buffer,
): Promise<{ status: number; body: { id: number; url: string } }> {
  const { body, headers } = multipartForm([{ name: 'lamp.jpg', bytes }]);
  const response = await fetch(`${url}/tickets/${ticket}/photos`, {
    method: 'POST',
    body,
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
  return { status: response.status, body: (await response.json()) as { id: number; url: string } };
}

/** A ticket in progress, which the admin documents. */
async function prepare({ url }: ServiceProcess): Promise<{ root: string; ticket: number }> {
  const root = await signIn(url, 'root@example.com', password);
  const account = async (name: string, role: string) => {
    const { body } = await send(`${url}/users`, 'POST', root, { email: `${name}@example.com`, name, password, role });
    return { id: body.id, token: await signIn(url, `${name}@example.com`, password) };
  };
  const [anna, wanda] = [await account('anna', 'client'), await account('wanda', 'worker')];
  const { body: tower } = await send(`${url}/projects`, 'POST', anna.token, { name: 'Tower' });
  const { body: lobby } = await send(`${url}/projects/${tower.id}/objects`, 'POST', anna.token, {
    name: 'Lobby',
    address: 'Hill street 1',
  });
  await send(`${url}/projects/${tower.id}/workers`, 'POST', anna.token, { worker_id: wanda.id });
  await send(`${url}/projects/${tower.id}/invitation/accept`, 'POST', wanda.token);
  const { body: ticket } = await send(`${url}/tickets`, 'POST', anna.token, {
    category: 'other',
    description: 'The door is stuck',
    object_id: lobby.id,
  });
  for (const op of ['take', 'start']) await send(`${url}/tickets/${ticket.id}/${op}`, 'PATCH', wanda.token);
  return { root, ticket: ticket.id };
}

describe('uploads to a service process', () => {
  it('50 concurrent uploads and 20 concurrent large uploads all return 201', { timeout: 120_000 }, async () => {
    const service = await startService({ env });
    const { root, ticket } = await prepare(service);
    const small = photo('jpeg', 2_000_000);
    const large = photo('png', 10_000_000);
    const many = async (n: number, bytes: Buffer) => {
      const answers = await Promise.all(Array.from({ length: n }, () => upload(service, root, ticket, bytes)));
      assert(
        answers.every(({ status }) => status === 201),
        JSON.stringify(answers.find(({ status }) => status !== 201)),
      );
    };
    await many(20, large);
    await many(50, small);
    assert.equal(await stopService(service), 0);
  });

  it('uploads that a shutdown interrupts are cleaned up before the process exits', { timeout: 60_000 }, async () => {
    const service = await startService({ env });
    const root = await signIn(service.url, 'root@example.com', password);
    const { body: tickets } = await send(`${service.url}/tickets`, 'GET', root);
    const { body, headers } = multipartForm([{ name: 'slow.jpg', bytes: photo('jpeg', 5_000_000) }]);
    const sockets = Array.from({ length: 6 }, () => {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      socket.on('error', () => {});
      socket.write(
        `POST /tickets/${tickets.items[0].id}/photos HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${root}\r\n` +
          `content-type: ${headers['content-type']}\r\ncontent-length: ${body.length}\r\n\r\n`,
      );
      socket.write(body.subarray(0, 1_000_000)); // and no more
      return socket;
    });
    const waiting = join(dataDir, 'uploads');
    await waitFor(() => readdirSync(waiting).length >= 6);
    assert.equal(await stopService(service), 0, service.output());
    assert.deepEqual(readdirSync(waiting), []);
    for (const socket of sockets) socket.destroy();
  });

  it('uploads that kill -9 interrupts lose no acknowledged photo, and the file audit finds every file without a row', {
    timeout: 120_000,
  }, async () => {
    const acknowledged: { id: number; bytes: Buffer }[] = [];
    let service = await startService({ env });
    const root = await signIn(service.url, 'root@example.com', password);
    const { body: tickets } = await send(`${service.url}/tickets`, 'GET', root);
    const [{ id: ticket }] = tickets.items;
    for (let round = 0; round < 5; round++) {
      const running = service;
      const uploads = Array.from({ length: 8 }, async () => {
        for (;;) {
          const bytes = photo('jpeg', 400_000);
          const answer = await upload(running, root, ticket, bytes).catch(() => undefined);
          if (!answer) return;
          assert.equal(answer.status, 201);
          acknowledged.push({ id: answer.body.id, bytes });
        }
      });
      await waitFor(() => acknowledged.length >= (round + 1) * 5, 30_000);
      await sleep(round * 40); // and then at some moment
      running.child.kill('SIGKILL');
      await Promise.all(uploads);
      service = await startService({ env });
    }
    assert(acknowledged.length > 20, String(acknowledged.length));
    const links = new Map<number, string>();
    for (let offset = 0; ; offset += 100) {
      const { body } = await send(`${service.url}/tickets/${ticket}/photos?limit=100&offset=${offset}`, 'GET', root);
      for (const { id, url } of body.items) links.set(id, url);
      if (body.items.length < 100) break;
    }
    for (const { id, bytes } of acknowledged) {
      const response = await fetch(links.get(id) ?? '');
      assert.equal(response.status, 200);
      assert(Buffer.from(await response.arrayBuffer()).equals(bytes), `photo ${id}`);
    }
    assert.equal(await stopService(service), 0);
    await leaveOnlyPhotos(links.size);
  });
});

/** What a killed upload leaves is announced to the sweep, for when its time is over. */
async function leaveOnlyPhotos(photos: number): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("update pending_file_deletions set delete_after = '-infinity'");
  await client.end();
  const waiting = join(dataDir, 'uploads');
  for (const name of readdirSync(waiting)) utimesSync(join(waiting, name), new Date(0), new Date(0));
  const sweep = await spawnService({ env: { ...env, JWT_SECRET: 'x'.repeat(40) }, command: 'sweep' });
  assert.equal(await sweep.ended, 0, sweep.output());
  const files = readdirSync(join(dataDir, 'photos'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  assert.equal(files.length, photos);
  assert.deepEqual(readdirSync(waiting), []);
}
