import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Environment } from '../../src/platform/config/config.ts';
import { NotificationListener } from '../../src/platform/database/listen.ts';
import { readJobResult } from '../../src/platform/deliveries/job-results.ts';
import { JobScheduler, runJob } from '../../src/platform/jobs/job-scheduler.ts';
import { hours } from '../../src/platform/lib/duration.ts';
import { auditFiles, deletePendingFiles } from '../../src/product/files/photos/file-deletion.ts';
import { extractTicket } from '../../src/product/reporting/archive/extract-bundles.ts';
import { storeAndDelete } from '../../src/product/reporting/archive/store-bundle.ts';
import { checkBundle } from '../../src/product/reporting/archive/verify-bundle.ts';
import { writeBundle } from '../../src/product/reporting/archive/write-bundle.ts';
import { Fixtures } from '../../testing/fixtures.ts';
import { pdfText } from '../../testing/pdf-text.ts';
import { readHealthOf } from '../../testing/read-health.ts';
import { waitFor } from '../../testing/wait.ts';
import {
  bundleKeys,
  type ClosedTicket,
  closedTicket,
  day,
  exists,
  filesIn,
  pendingDeletions,
  runRetention,
  runScript,
  temporaryFolder,
  withBundles,
  withoutPhotos,
} from './archive-fixtures.ts';

/** What holds for the archive wherever it lies. */
export async function describeArchive(
  storageName: string,
  settings: Environment,
  outage: { begin: (fixtures: Fixtures) => void; end: (fixtures: Fixtures) => void },
): Promise<Fixtures> {
  const fixtures = await Fixtures.create({ ARCHIVE: 'true', ...settings });
  const { anna, root, wanda } = fixtures;
  const { bundles } = fixtures.deps.storage;
  const read = async (path: string) => (await fixtures.call(root, 'GET', path)).body;
  const expire = async (): Promise<ClosedTicket> => {
    const ticket = await closedTicket(fixtures);
    fixtures.advanceClock(61 * day);
    return ticket;
  };
  const extract = async (id: number) => {
    const to = temporaryFolder();
    const extraction = await extractTicket(bundles, id, {}, to);
    const folder = join(to, String(id));
    return { ...extraction, folder, ticket: JSON.parse(readFileSync(join(folder, 'ticket.json'), 'utf8')) };
  };

  describe(`archive (${storageName})`, () => {
    it('retention archives a ticket with journal, comments, photos and attachments, and deletes it and its files', async () => {
      const { id, photos } = await closedTicket(fixtures);
      const [ticket, events, comments, chain, attachments] = await Promise.all(
        ['', '/events?limit=100', '/comments', '/chain?limit=100', '/attachments'].map((path) =>
          read(`${path === '/events?limit=100' ? '' : '/ext'}/tickets/${id}${path}`),
        ),
      );
      fixtures.advanceClock(61 * day);
      assert.equal(await runRetention(fixtures.deps), 1);
      assert.equal(await exists(fixtures, id), false);
      assert.equal(await deletePendingFiles(fixtures.deps), 3, 'the files of the photos and of the attachment');
      assert.deepEqual((await auditFiles(fixtures.deps)).orphans, []);
      const keys = await bundleKeys(fixtures);
      assert.deepEqual(
        keys.map((key) => key.replace(/[0-9a-f]{32}/, '…')),
        [`archive/${fixtures.tower}/2026-03/${id}-….zip`],
      );
      const check = await checkBundle(bundles, keys[0] ?? '', true);
      assert.deepEqual(check, { faults: [], tickets: 1, files: check.files, missing: 0 });

      const archived = await extract(id);
      assert.deepEqual(archived.faults, []);
      assert.deepEqual(filesIn(archived.folder), [
        `attachments/${attachments.items[0].id}.jpg`,
        ...archived.ticket.photos.map(({ file }: { file: string }) => file),
        'report.pdf',
        'ticket.json',
      ]);
      for (const [i, { file }] of archived.ticket.photos.entries()) {
        assert(readFileSync(join(archived.folder, file)).equals(photos[i] ?? Buffer.alloc(0)));
      }
      const report = await pdfText(readFileSync(join(archived.folder, 'report.pdf')));
      assert(report.includes('Thelampisdark') && report.includes('Whichdoorisit?'), report);
      const { description, priority, client_name, worker_name, closed_at } = archived.ticket;
      assert.deepEqual(
        { description, priority, client_name, worker_name, closed_at },
        Object.fromEntries(
          Object.keys({ description, priority, client_name, worker_name, closed_at }).map((k) => [k, ticket[k]]),
        ),
      );
      const withoutPhotos = ({ photo_id, photo_sha256, hash, ...event }: Record<string, unknown>) => event;
      assert.deepEqual(
        archived.ticket.journal.map(withoutPhotos),
        events.items.map(({ actor_id, ...event }: Record<string, unknown>) => event),
      );
      assert.deepEqual(
        archived.ticket.journal.map(({ id: entry, hash }: { id: number; hash: string }) => [entry, hash]),
        chain.hashes.map(({ id: entry, hash }: { id: number; hash: string }) => [entry, hash]),
      );
      assert.deepEqual(archived.ticket.chain, { head: chain.head, entries: chain.entries, since: chain.since });
      assert.equal(archived.ticket.comments[0].text, comments.items[0].text);
      assert.equal(archived.ticket.hand_backs[0].reason, 'I have no key');
      const [{ created_at: _at, ...edit }] = archived.ticket.edits;
      assert.deepEqual(edit, { field: 'floor', from: '', to: '2', actor_name: 'anna' });
      assert.deepEqual(archived.ticket.tags, ['warranty']);
      const [hold, ...otherHolds] = archived.ticket.holds;
      assert.deepEqual([hold.reason, hold.by_name, hold.ended_at === null, otherHolds], ['part', 'wanda', false, []]);
      const { name, items } = archived.ticket.checklist;
      assert.deepEqual([name, items[0].label, items[0].state], ['Round', 'Light', 'open']);
      assert.deepEqual(
        archived.ticket.appointments.map((one: { set_by_name: string }) => one.set_by_name),
        ['wanda'],
      );
      const { currency, lines, edits: costEdits } = archived.ticket.costs;
      assert.deepEqual([currency, lines.length, lines[0].amount, lines[0].worker_name], ['EUR', 1, 9000, 'wanda']);
      assert.deepEqual([costEdits[0].before.amount, costEdits[0].actor_name], [6750, 'root']);
      const [quote] = archived.ticket.quotes;
      assert.deepEqual([quote.status, quote.total, quote.sent_by_name, quote.lines.length], ['expired', 6750, 'wanda', 1]);
      assert(!JSON.stringify(archived.ticket).includes(anna.id), 'accounts are names');
      assert.deepEqual(await runScript(archived.folder, chain.head), {
        code: 0,
        output: `1 tickets, ${chain.entries} entries and 3 files unchanged\n`,
      });
    });

    it('a crash after a bundle was stored leaves the tickets, which are archived again, and the first bundle is deleted', async () => {
      const { id } = await expire();
      const before = await bundleKeys(fixtures);
      const crashing = withBundles(fixtures, (stored) => ({
        put: async (key, file) => {
          await stored.put(key, file);
          throw new Error('the process ends here');
        },
      }));
      await assert.rejects(runRetention(crashing), /the process ends here/);
      assert.equal(await exists(fixtures, id), true);
      const [left] = (await bundleKeys(fixtures)).filter((key) => !before.includes(key));
      assert(left);
      assert.equal(await runRetention(fixtures.deps), 1);
      assert.deepEqual(await pendingDeletions(fixtures), [left]);
      await deletePendingFiles(fixtures.deps);
      assert((await bundleKeys(fixtures)).includes(left), 'whoever wrote it may still be storing it');
      fixtures.advanceClock(hours(2));
      await deletePendingFiles(fixtures.deps);
      const after = (await bundleKeys(fixtures)).filter((key) => !before.includes(key));
      assert.equal(after.length, 1);
      assert.notEqual(after[0], left);
      assert.deepEqual((await extract(id)).keys, after);
    });

    it('a photo whose file is missing does not keep its ticket: the bundle says that it is missing', async () => {
      const { id } = await expire();
      const [lost] = await fixtures.db.read
        .selectFrom('ticket_photos')
        .select(['id', 'storage_key'])
        .where('ticket_id', '=', id)
        .orderBy('id')
        .execute();
      assert(lost);
      await fixtures.deps.storage.remove(lost.storage_key);
      assert.equal(await runRetention(fixtures.deps), 1);
      const { ticket, faults, folder, keys } = await extract(id);
      assert.deepEqual([ticket.photos[0].file, ticket.photos[0].id, faults], [null, lost.id, []]);
      const { faults: found, missing } = await checkBundle(bundles, keys[0] ?? '', true);
      assert.deepEqual([found, missing], [[], 1]);
      const { code, output } = await runScript(folder);
      assert.equal(code, 0);
      assert.match(output, /2 files unchanged, 1 were missing when it was archived\n$/);
    });

    it('while the storage is down nothing is deleted, the status page says so, and the next run succeeds', async () => {
      const { id } = await expire();
      const run = () => runJob({ name: 'retention', everyMs: day, run: () => runRetention(fixtures.deps) }, fixtures.deps);
      const reason = async () => (await readHealthOf(fixtures.deps)).retention.reason;
      outage.begin(fixtures);
      try {
        await assert.rejects(run());
      } finally {
        outage.end(fixtures);
      }
      assert.equal(await exists(fixtures, id), true);
      assert.equal(await reason(), 'failed');
      fixtures.advanceClock(hours(1));
      assert.equal(await run(), 1);
      assert.equal(await exists(fixtures, id), false);
      assert.equal(await reason(), 'working');
      assert.equal((await extract(id)).faults.length, 0);
    });

    it('a bundle that the storage returns changed deletes nothing', async () => {
      const { id } = await expire();
      const damaging = withBundles(fixtures, (stored) => ({
        open: async (key) => {
          const file = await stored.open(key);
          return file && { ...file, sizeBytes: file.sizeBytes - 100 };
        },
      }));
      await assert.rejects(runRetention(damaging), /was not stored as it was written/);
      assert.equal(await exists(fixtures, id), true);
      assert.equal(await runRetention(fixtures.deps), 1);
      assert.equal(await exists(fixtures, id), false);
    });

    if (storageName === 's3') return; // what follows is decided by the database

    it('a storage without any of the newest photos, such as a volume that is not mounted, keeps the tickets', async () => {
      const { id } = await expire();
      const { id: other } = await expire();
      await assert.rejects(runRetention(withoutPhotos(fixtures)), /newest photos/);
      assert.deepEqual([await exists(fixtures, id), await exists(fixtures, other)], [true, true]);
      assert.equal(await runRetention(fixtures.deps), 2);
    });

    it('two instances archive each ticket once', async () => {
      const ids = [await closedTicket(fixtures), await closedTicket(fixtures), await closedTicket(fixtures)].map(({ id }) => id);
      fixtures.advanceClock(61 * day);
      await deletePendingFiles(fixtures.deps); // what failed before
      let deleted = 0;
      const run = async (): Promise<void> => {
        deleted += await runRetention(fixtures.deps);
      };
      const listener = new NotificationListener({ connectionString: fixtures.url }, fixtures.deps.log);
      const instances = [1, 2, 3].map(() => new JobScheduler());
      for (const one of instances) await one.start([{ name: 'retention', everyMs: day, run }], fixtures.deps, listener);
      await waitFor(async () => (await readJobResult(fixtures.db.read, 'retention')).succeededAt === fixtures.now.toISOString());
      await Promise.all(instances.map((one) => one.stop()));
      await listener.close();
      assert.equal(deleted, 3);
      for (const id of ids) assert.equal((await extract(id)).keys.length, 1);
      assert.deepEqual(await pendingDeletions(fixtures), []);
    });

    it('of two bundles with the same ticket one stays, and the other is deleted', async () => {
      const { id } = await expire();
      const plan = { projectId: fixtures.tower, month: fixtures.now.toISOString().slice(0, 7), ids: [id], bytes: 0 };
      const folder = temporaryFolder();
      const signal = new AbortController().signal;
      const [first, second] = [
        await writeBundle(fixtures.deps, plan, folder, signal),
        await writeBundle(fixtures.deps, plan, folder, signal),
      ];
      assert(first && second);
      const results = await Promise.all([storeAndDelete(fixtures.deps, first), storeAndDelete(fixtures.deps, second)]);
      assert.deepEqual(results.toSorted(), [false, true]);
      assert.equal((await extract(id)).keys.length, 2);
      await deletePendingFiles(fixtures.deps);
      assert.deepEqual((await extract(id)).keys, [results[0] ? first.key : second.key]);
    });

    it('a ticket that changes while it is archived is archived as it is then', async () => {
      const { id } = await expire();
      const [removed] = (await read(`/tickets/${id}/photos`)).items;
      const changing = withBundles(fixtures, (stored) => ({
        put: async (key, file) => {
          await fixtures.call(root, 'DELETE', `/tickets/${id}/photos/${removed.id}`);
          await stored.put(key, file);
        },
      }));
      assert.equal(await runRetention(changing), 1);
      await deletePendingFiles(fixtures.deps);
      const { ticket, keys, faults } = await extract(id);
      assert.deepEqual([keys.length, faults, ticket.photos.length, ticket.journal.at(-1).action], [1, [], 1, 'photo_removed']);
      assert.deepEqual((await checkBundle(bundles, keys[0] ?? '', true)).faults, []);
    });

    it('names of deleted accounts stay in the journal of a bundle', async () => {
      const helper = await fixtures.createUser('helga', 'admin');
      const id = await fixtures.createTicket();
      await fixtures.call(helper, 'PATCH', `/tickets/${id}/assign`, { worker_id: wanda.id });
      for (const operation of ['start', 'done']) await fixtures.call(wanda, 'PATCH', `/tickets/${id}/${operation}`);
      await fixtures.call(anna, 'PATCH', `/tickets/${id}/confirm`);
      assert.equal((await fixtures.call(root, 'DELETE', `/users/${helper.id}`)).status, 200);
      fixtures.advanceClock(61 * day);
      assert.equal(await runRetention(fixtures.deps), 1);
      const { ticket, folder } = await extract(id);
      assert.deepEqual(
        ticket.journal.map(({ actor_name }: { actor_name: string }) => actor_name),
        ['anna', 'helga', 'wanda', 'wanda', 'anna'],
      );
      assert.equal((await runScript(folder)).code, 0);
    });
  });
  return fixtures;
}
