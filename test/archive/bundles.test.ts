import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it, mock } from 'node:test';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import type { BundleFilter } from '../../src/platform/storage/bundle-storage.ts';
import { bundleKey } from '../../src/platform/storage/bundle-storage.ts';
import { LocalBundles } from '../../src/platform/storage/local-bundles.ts';
import { BundleReader, withBundle } from '../../src/product/reporting/archive/bundle-reader.ts';
import { BundleWriter } from '../../src/product/reporting/archive/bundle-writer.ts';
import { extractBundles } from '../../src/product/reporting/archive/extract-bundles.ts';
import { type BundleManifest, manifestName } from '../../src/product/reporting/archive/format.ts';
import { planBundles } from '../../src/product/reporting/archive/plan-bundles.ts';
import { searchBundles } from '../../src/product/reporting/archive/search-bundles.ts';
import { isFound, parseSearch } from '../../src/product/reporting/archive/search-words.ts';
import { checkBundle } from '../../src/product/reporting/archive/verify-bundle.ts';
import { deleteExpiredTickets } from '../../src/product/tickets/retention.ts';
import { Fixtures } from '../../testing/fixtures.ts';
import { spawnService } from '../../testing/start-service.ts';
import {
  bundleKeys,
  closedTicket,
  day,
  exists,
  filesIn,
  runRetention,
  runScript,
  tamper,
  temporaryFolder,
} from './archive-fixtures.ts';

const fixtures = await Fixtures.create({ ARCHIVE: 'true' });
const { anna, boris, tower, yard } = fixtures;
const { dataDir } = fixtures.deps.config;
const { bundles } = fixtures.deps.storage;

/** Archives what has expired. @returns the new bundles */
async function archiveAll(): Promise<string[]> {
  const before = await bundleKeys(fixtures);
  await runRetention(fixtures.deps);
  return (await bundleKeys(fixtures)).filter((key) => !before.includes(key));
}

const execute = (statement: ReturnType<typeof sql>) => fixtures.transaction((tx) => statement.execute(tx));

/** A closed ticket that retention removes. */
async function expiredTicket(): Promise<number> {
  const id = await fixtures.createTicketWithStatus('closed');
  fixtures.advanceClock(61 * day);
  return id;
}

describe('what retention archives', () => {
  it('a ticket of an anonymized account is archived with the new name and a chain that verifies', async () => {
    const own = await Fixtures.open({ ARCHIVE: 'true' });
    try {
      const { root, wanda } = own;
      await closedTicket(own);
      await own.call(root, 'PATCH', `/users/${wanda.id}`, { is_active: false });
      const { body } = await own.call(root, 'POST', `/ext/users/${wanda.id}/anonymize`);
      own.advanceClock(61 * day);
      assert.equal(await runRetention(own.deps), 1);
      const [key = ''] = await bundleKeys(own);
      assert.deepEqual((await checkBundle(own.deps.storage.bundles, key, true)).faults, []);
      const to = temporaryFolder();
      await extractBundles(own.deps.storage.bundles, {}, to);
      const name = filesIn(to).find((file) => file.endsWith('ticket.json')) ?? '';
      const text = readFileSync(join(to, name), 'utf8');
      assert(text.includes(body.name) && !/"wanda"/.test(text));
      const { code, output } = await runScript(to);
      assert.deepEqual([code, /of [3-9] entries the name was replaced/.test(output)], [0, true], output);
      const changed = JSON.parse(text);
      changed.replacements[0].replaced_by = root.id.replace(/./, 'x');
      writeFileSync(join(to, name), JSON.stringify(changed));
      assert.equal((await runScript(join(to, dirname(name)))).code, 1);
    } finally {
      await own.close();
    }
  });

  it('there is a bundle for each project and month of closing, and none with tickets that retention keeps', async () => {
    fixtures.now = new Date('2026-03-31T23:59:59.999Z');
    const march = await fixtures.createTicketWithStatus('closed');
    fixtures.advanceClock(1);
    const april = await fixtures.createTicketWithStatus('closed');
    const other = await fixtures.createTicket({}, boris, fixtures.gate);
    await fixtures.call(boris, 'PATCH', `/tickets/${other}/cancel`, { reason: 'Not needed any more' });
    const open = await fixtures.createTicketWithStatus('done');
    fixtures.advanceClock(day);
    const younger = await fixtures.createTicketWithStatus('closed');
    fixtures.advanceClock(60 * day);
    const keys = await archiveAll();
    assert.deepEqual(
      keys.map((key) => key.replace(/-[0-9a-f]{32}/, '')),
      [`archive/${tower}/2026-03/${march}.zip`, `archive/${tower}/2026-04/${april}.zip`, `archive/${yard}/2026-04/${other}.zip`],
    );
    for (const id of [open, younger]) assert.equal(await exists(fixtures, id), true);
    const tickets = await Promise.all(keys.map(async (key) => (await checkBundle(bundles, key, true)).tickets));
    assert.deepEqual(tickets, [1, 1, 1]);
    fixtures.advanceClock(2 * day);
    assert.equal((await archiveAll()).length, 1);
  });

  it('a bundle has at most 100 tickets and 128 MiB of files, or one ticket', async () => {
    const id = await fixtures.createTicketWithStatus('closed');
    const columns = sql.raw(
      'status, category, priority, description, address, project_id, object_id, client_id, closed_at, created_at',
    );
    await execute(sql`insert into tickets (${columns}) select ${columns} from tickets, generate_series(1, 149) where id = ${id}`);
    fixtures.advanceClock(day);
    const large = [await closedTicket(fixtures), await closedTicket(fixtures), await closedTicket(fixtures)].map(({ id }) => id);
    await execute(sql`update ticket_photos set size_bytes = 50000000 where ticket_id = any(${large}::integer[])`);
    fixtures.advanceClock(day);
    const plans = await Array.fromAsync(planBundles(fixtures.db, fixtures.now));
    const ofTower = plans.filter(({ projectId }) => projectId === tower).map(({ ids }) => ids.length);
    assert.deepEqual(ofTower, [100, 51, 1, 1]);
    assert.deepEqual(new Set(plans.flatMap(({ ids }) => ids)).size, plans.flatMap(({ ids }) => ids).length);
    await execute(sql`delete from tickets where description = 'The lamp is dark'`);
  });

  it('a bundle that fails keeps its tickets, and no others', async () => {
    const failing = await fixtures.createTicketWithStatus('closed');
    fixtures.advanceClock(40 * day);
    const id = await expiredTicket();
    await execute(sql`insert into pending_file_deletions (storage_key, delete_after) values ('f', now())`);
    await execute(sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`);
    const isFailing = sql`old.id = ${sql.lit(failing)}`;
    await execute(sql`create trigger refuse before delete on tickets for each row when (${isFailing}) execute function refuse()`);
    await assert.rejects(runRetention(fixtures.deps), /refused/);
    await execute(sql`drop function refuse cascade`);
    assert.deepEqual([await exists(fixtures, failing), await exists(fixtures, id)], [true, false]);
    assert.equal(await runRetention(fixtures.deps), 1);
  });

  it('a report that cannot be drawn does not keep its ticket: the bundle says that it is missing', async (t) => {
    const id = await expiredTicket();
    t.mock.method(Worker.prototype, 'postMessage', function (this: Worker) {
      this.emit('message', { error: 'a bug of the drawing' });
    });
    const [key = ''] = await archiveAll();
    assert.equal(await exists(fixtures, id), false);
    const { missing }: BundleManifest = JSON.parse(await withBundle(bundles, key, (bundle) => bundle.text(manifestName)));
    assert.deepEqual(missing, [`tickets/${id}/report.pdf`]);
  });

  it('with ARCHIVE=true and nothing that archives, no ticket is deleted', async () => {
    const id = await expiredTicket();
    await assert.rejects(deleteExpiredTickets(fixtures.deps), /nothing archives/);
    assert.equal(await exists(fixtures, id), true);
    await archiveAll();
  });

  it('nothing is archived or deleted while the disk is nearly full', async () => {
    const id = await expiredTicket();
    const { config } = fixtures.deps;
    const full = { ...config, quotas: { ...config.quotas, minFreeDiskBytes: Number.MAX_SAFE_INTEGER } };
    await assert.rejects(runRetention({ ...fixtures.deps, config: full }), /would be left on the disk/);
    assert.equal(await exists(fixtures, id), true);
    await archiveAll();
  });

  it('a run that is stopped ends without an error and leaves nothing half done', async () => {
    const id = await expiredTicket();
    const stopping = AbortSignal.abort();
    const { archiveExpiredTickets } = await import('../../src/product/reporting/archive/archive-tickets.ts');
    assert.equal(await archiveExpiredTickets(fixtures.deps, fixtures.now, stopping), 0);
    assert.equal(await exists(fixtures, id), true);
    await archiveAll();
  });

  it('GET /ext/tickets/{id} says when a closed ticket is removed, and that it is archived', async () => {
    const open = await fixtures.createTicket();
    const closed = await fixtures.createTicketWithStatus('closed');
    const removes_at = new Date(fixtures.now.getTime() + 60 * day).toISOString();
    const retentionOf = async (id: number) => (await fixtures.call(anna, 'GET', `/ext/tickets/${id}`)).body.retention;
    assert.deepEqual([await retentionOf(open), await retentionOf(closed)], [null, { removes_at, archived: true }]);
    const { items } = (await fixtures.call(anna, 'GET', `/ext/tickets?ids=${open},${closed}&sort=id&order=asc`)).body;
    assert.deepEqual(
      items.map(({ retention }: { retention: unknown }) => retention),
      [null, { removes_at, archived: true }],
    );
    const forever = await Fixtures.open({ TICKET_RETENTION_DAYS: '0' });
    try {
      const kept = await forever.createTicketWithStatus('closed');
      assert.equal((await forever.call(forever.anna, 'GET', `/ext/tickets/${kept}`)).body.retention, null);
    } finally {
      await forever.close();
    }
  });
});

describe('checking a bundle', () => {
  const local = new LocalBundles(dataDir);

  /** Writes a bundle again with changed files. @returns its key */
  async function rewrite(key: string, changes: Record<string, string | undefined>, newName = false): Promise<string> {
    const folder = temporaryFolder();
    const path = join(folder, 'changed.zip');
    const writer = new BundleWriter(path, fixtures.now);
    let manifest = '';
    await withBundle(local, key, async (bundle) => {
      for (const name of new Set([...bundle.names, ...Object.keys(changes)])) {
        if (name in changes && changes[name] === undefined) continue;
        const content = changes[name] ?? Buffer.concat(await Array.fromAsync(await bundle.stream(name)));
        if (name === manifestName) manifest = String(content);
        await writer.add(name, [Buffer.from(content)]);
      }
    });
    const sizeBytes = await writer.finish();
    const [, projectId, month = '', file = ''] = key.split('/');
    const manifestHash = createHash('sha256').update(manifest).digest('hex').slice(0, 32);
    const name = { projectId: Number(projectId), month, firstTicketId: Number.parseInt(file, 10), manifestHash };
    const target = newName ? bundleKey(name) : key;
    await local.put(target, { path });
    assert(sizeBytes > 0);
    return target;
  }

  const textOf = (key: string, name: string): Promise<string> => withBundle(local, key, (bundle) => bundle.text(name));

  async function oneBundle(): Promise<{ key: string; id: number; photo: string }> {
    const { id } = await closedTicket(fixtures);
    fixtures.advanceClock(61 * day);
    const [key = ''] = await archiveAll();
    const names = await withBundle(local, key, async (bundle) => bundle.names);
    return { key, id, photo: names.find((name) => name.includes('/photos/')) ?? '' };
  }

  it('finds a changed, a missing and an added file', async () => {
    const { key, id, photo } = await oneBundle();
    const cases: [Record<string, string | undefined>, string[]][] = [
      [{ [photo]: 'another picture' }, [`${photo}: is not the file that was written`]],
      [{ [photo]: undefined }, [`${photo}: is missing`]],
      [{ [`tickets/${id}/photos/999.jpg`]: 'x' }, [`tickets/${id}/photos/999.jpg: is not in the manifest`]],
      [{ [manifestName]: undefined }, ['manifest.json: is missing']],
      [
        { [manifestName]: (await textOf(key, manifestName)).replace('Tower', 'Yard') },
        ['manifest.json: is not the one that was written'],
      ],
    ];
    for (const [changes, faults] of cases) {
      const original = readFileSync(join(dataDir, key));
      await rewrite(key, changes);
      assert.deepEqual((await checkBundle(bundles, key, false)).faults, faults);
      writeFileSync(join(dataDir, key), original);
    }
    assert.deepEqual((await checkBundle(bundles, key, true)).faults, []);
    writeFileSync(join(dataDir, key), readFileSync(join(dataDir, key)).subarray(0, 5000));
    assert.equal((await checkBundle(bundles, key, true)).faults.length, 1, 'a truncated file is no zip file');
    rmSync(join(dataDir, key));
    assert.deepEqual((await checkBundle(bundles, key, true)).faults, ['is missing']);
  });

  it('finds a changed journal and a changed photo in a bundle whose manifest was written anew', async () => {
    const { key, id, photo } = await oneBundle();
    const name = `tickets/${id}/ticket.json`;
    const reseal = async (changes: Record<string, string>): Promise<string> => {
      const manifest: BundleManifest = JSON.parse(await textOf(key, manifestName));
      for (const file of manifest.files) {
        const changed = changes[file.name];
        if (changed === undefined) continue;
        file.sha256 = createHash('sha256').update(changed).digest('hex');
        file.size = Buffer.byteLength(changed);
      }
      return rewrite(key, { ...changes, [manifestName]: JSON.stringify(manifest) }, true);
    };
    const ticket = JSON.parse(await textOf(key, name));
    const renamed = structuredClone(ticket);
    renamed.journal[1].actor_name = 'boris';
    const entry = renamed.journal[1].id;
    const journal = await reseal({ [name]: JSON.stringify(renamed) });
    assert.deepEqual((await checkBundle(bundles, journal, true)).faults, [`${name}: entry ${entry} of the journal was changed`]);
    const shortened = structuredClone(ticket);
    shortened.journal.pop();
    const short = await reseal({ [name]: JSON.stringify(shortened) });
    const { entries } = ticket.chain;
    assert.deepEqual((await checkBundle(bundles, short, true)).faults, [
      `${name}: the journal has ${entries - 1} entries, not ${entries}`,
    ]);
    const swapped = structuredClone(ticket);
    swapped.photos[0].sha256 = createHash('sha256').update('another picture').digest('hex');
    const forged = await reseal({ [name]: JSON.stringify(swapped), [photo]: 'another picture' });
    const photoId = ticket.photos[0].id;
    assert.deepEqual((await checkBundle(bundles, forged, true)).faults, [
      `${name}: photo ${photoId} is not the file that was received`,
    ]);

    const to = temporaryFolder();
    await extractBundles(bundles, { month: key.split('/')[2] }, to);
    const { code, output } = await runScript(to);
    assert.equal(code, 1);
    for (const problem of [
      `entry ${entry} was changed`,
      `entries, not ${entries}`,
      `photo ${photoId} is not the file that was received`,
    ])
      assert(output.includes(problem), output);
    for (const changed of [journal, short, forged]) rmSync(join(dataDir, changed));
  });

  it('a journal that was changed in the database is archived as it is, and the fault is found', async () => {
    const { id } = await closedTicket(fixtures);
    await tamper(fixtures, sql`update ticket_events set actor_name = 'boris' where ticket_id = ${id} and action = 'done'`);
    fixtures.advanceClock(61 * day);
    const [key = ''] = await archiveAll();
    const { faults } = await checkBundle(bundles, key, true);
    assert.equal(faults.length, 1);
    assert.match(faults[0] ?? '', /^tickets\/\d+\/ticket\.json: entry \d+ of the journal was changed$/);
    rmSync(join(dataDir, key));
  });

  it('the program of its own finds changed, missing and added files, and says when it could not check', async () => {
    const { key } = await oneBundle();
    const extracted = async () => {
      const to = temporaryFolder();
      await extractBundles(bundles, { month: key.split('/')[2] }, to);
      return join(to, key.slice('archive/'.length, -'.zip'.length));
    };
    const folder = await extracted();
    const files = filesIn(folder);
    const photo = files.find((name) => name.includes('/photos/')) ?? '';
    assert.match((await runScript(folder)).output, /^1 tickets, \d+ entries and 3 files unchanged\n$/);
    assert.deepEqual(await runScript(folder, 'ab'.repeat(32)), {
      code: 1,
      output: 'the head that was written down is not in a chain\n',
    });
    writeFileSync(join(folder, photo), 'another picture');
    assert.match((await runScript(folder)).output, new RegExp(`^\\.: ${photo} was changed\n`));
    rmSync(join(folder, photo));
    assert.match((await runScript(folder)).output, new RegExp(`^\\.: ${photo} is missing\n`));
    const other = await extracted();
    writeFileSync(join(other, 'more.txt'), '');
    assert.deepEqual(await runScript(other), { code: 1, output: '.: more.txt is not in the manifest\n' });
    rmSync(join(other, 'more.txt'));
    const manifest = readFileSync(join(other, manifestName), 'utf8');
    writeFileSync(join(other, manifestName), manifest.replace('"month"', ' "month"'));
    assert.deepEqual(await runScript(other), { code: 1, output: '.: manifest.json is not the one that was written\n' });
    assert.equal((await runScript(temporaryFolder())).code, 2);
    assert.equal((await runScript()).code, 2);
  });

  it('a file that is larger than its manifest says is a fault, and is neither inflated nor written', async () => {
    const { key, photo } = await oneBundle();
    const original = readFileSync(join(dataDir, key));
    await rewrite(key, { [photo]: 'x'.repeat(20_000_000) });
    const fault = `${photo}: is not the file that was written`;
    const inflate = mock.method(BundleReader.prototype, 'stream');
    const to = temporaryFolder();
    try {
      assert.deepEqual((await checkBundle(bundles, key, false)).faults, [fault]);
      assert.deepEqual((await extractBundles(bundles, { month: key.split('/')[2] }, to)).faults, [fault]);
      assert(inflate.mock.calls.every((call) => call.arguments[0] !== photo));
    } finally {
      inflate.mock.restore();
    }
    const names = filesIn(to);
    assert(names.length > 2 && names.every((name) => !name.endsWith(photo)));
    writeFileSync(join(dataDir, key), original);
  });

  it('extracting writes nothing outside of the folder, and replaces no file', async () => {
    const { key, id } = await oneBundle();
    const evil = `tickets/${id}/../../../evil.txt`;
    const manifest: BundleManifest = JSON.parse(await textOf(key, manifestName));
    const content = 'x';
    const plain = `tickets/${id}/photos/1.txt`;
    for (const name of [evil, plain]) {
      manifest.files.push({ name, size: 1, sha256: createHash('sha256').update(content).digest('hex') });
    }
    const changed = await rewrite(key, { [plain]: content, [manifestName]: JSON.stringify(manifest) }, true);
    assert.deepEqual((await checkBundle(bundles, changed, false)).faults, [
      `${evil}: does not belong in a bundle`,
      `${plain}: does not belong in a bundle`,
    ]);
    const to = join(temporaryFolder(), 'deep', 'deeper');
    const { faults } = await extractBundles(bundles, { projectId: tower, month: changed.split('/')[2] }, to);
    assert.deepEqual(faults, [`${evil}: does not belong in a bundle`, `${plain}: does not belong in a bundle`]);
    assert(filesIn(dirname(dirname(to))).every((name) => !name.includes('evil') && !name.endsWith('.txt')));
    await assert.rejects(extractBundles(bundles, { projectId: tower }, to), { code: 'EEXIST' });
    rmSync(join(dataDir, changed));
    await assert.rejects(bundles.open('archive/../photos/ab'), /is no key of a bundle/);
    await assert.rejects(bundles.remove('archive/1/2026-03/../../../x.zip'), /is no key of a bundle/);
  });
});

describe('callout archive', () => {
  /** Without a database: the address answers nobody. */
  const run = async (...args: string[]) => {
    const env = {
      JWT_SECRET: 'a secret for the tests, long enough',
      DATA_DIR: dataDir,
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
    };
    const { ended, output } = await spawnService({ env, command: 'archive', args });
    return { code: await ended, output: output() };
  };
  const search = async (filter: BundleFilter, ...words: string[]) => {
    const found: unknown[] = [];
    for await (const result of searchBundles(bundles, filter, words)) found.push('ticket' in result ? result.ticket.id : result);
    return found;
  };

  it('verify, search and extract work without the database', async () => {
    rmSync(join(dataDir, 'archive'), { recursive: true, force: true });
    const { id } = await closedTicket(fixtures);
    const other = await fixtures.createTicket({ description: 'Die Tür\u001b[31m klemmt\nsehr' }, boris, fixtures.gate);
    await fixtures.call(boris, 'PATCH', `/tickets/${other}/cancel`, { reason: 'Repaired by the neighbour' });
    const month = fixtures.now.toISOString().slice(0, 7);
    fixtures.advanceClock(61 * day);
    assert.equal((await archiveAll()).length, 2);
    for (const words of [['tuer'], ['TUR', 'klem'], ['neighbour'], [`#${other}`], ['gate', 'str']])
      assert.deepEqual(await search({}, ...words), [other], words.join(' '));
    assert.deepEqual(await search({}, 'which door'), [id], 'words of comments');
    assert.deepEqual(await search({}, 'tuer', 'elephant'), []);
    assert.deepEqual(await search({ projectId: tower }, 'tuer'), []);
    assert.deepEqual(await search({ month: '2020-01' }, 'tuer'), []);

    const to = temporaryFolder();
    const [verified, found, nothing, extracted, whole] = await Promise.all([
      run('verify'),
      run('search', 'tuer'),
      run('search', 'elephant'),
      run('extract', String(id), '--to', to),
      run('extract', '--project', String(yard), '--month', month, '--to', join(to, 'month')),
    ]);
    assert.equal(verified.code, 0, verified.output);
    assert.match(verified.output, /^2 bundles, 2 tickets, \d+ files, 0 faults\n$/);
    assert.deepEqual(found, { code: 0, output: `${yard} Yard\t${month}\t#${other}\tDie Tür [31m klemmt\n` });
    assert.deepEqual(nothing, { code: 1, output: '' });
    assert.deepEqual([extracted.code, whole.code], [0, 0], extracted.output + whole.output);
    assert.equal(JSON.parse(readFileSync(join(to, String(id), 'ticket.json'), 'utf8')).id, id);
    assert.equal((await runScript(to)).code, 0);

    const [key = ''] = await bundleKeys(fixtures, `archive/${tower}/`);
    const file = readFileSync(join(dataDir, key));
    file.fill(0, 100, 200);
    writeFileSync(join(dataDir, key), file);
    const [damaged, missing, again] = await Promise.all([
      run('verify', '--project', String(tower), '--month', month),
      run('extract', '999999', '--to', to),
      run('extract', String(id), '--to', to),
    ]);
    assert.equal(damaged.code, 1);
    assert.match(damaged.output, new RegExp(`^${key}: tickets/${id}/.+\n`));
    assert.deepEqual(missing, { code: 1, output: 'there is no such archive\n' });
    assert.equal(again.code, 1, 'the files exist');
  });
});

it('a search in the archive finds beginnings of words in all spellings', () => {
  const ticket = {
    id: 12,
    description: 'Größe der Tür prüfen, Łódź, №5, œuvre, ıslak, 电梯门无法关闭',
    address: 'Hauptstraße 5',
    floor: '3',
    object: { id: 1, name: 'Haus' },
    project: { id: 1, name: 'Nord' },
    comments: [],
    journal: [],
  } as unknown as Parameters<typeof isFound>[1];
  for (const words of [
    'größe',
    'groesse',
    'GROSSE',
    'tur',
    'tuer',
    'lodz',
    'hauptstrasse',
    '12',
    '#12',
    'nord haus',
    '№5',
    'No5',
    'oeuvre',
    'islak',
    '关闭',
    '门',
  ])
    assert(isFound(parseSearch([words]), ticket), words);
  for (const words of ['ür', '#13', '#12 elephant', 'strasse', '3', '门梯'])
    assert(!isFound(parseSearch([words]), ticket), words);
});
