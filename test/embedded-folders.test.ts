import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { requireBinaries } from '../src/appliance/embedded-postgres/binaries.ts';
import { chooseDataDirectory, initializeCluster, socketFolder } from '../src/appliance/embedded-postgres/data-directory.ts';
import { canReach } from '../src/appliance/embedded-postgres/host-user.ts';
import { sharedBuffersMiB } from '../src/appliance/embedded-postgres/server.ts';
import { makePrivateFolder, makeSharedFolder } from '../src/appliance/embedded-postgres/trusted-folders.ts';

// The folders of the embedded server, when another user of the machine was there first.

const parent = mkdtempSync(join(tmpdir(), 'callout-folders-'));
chmodSync(parent, 0o755);
const isRoot = process.getuid?.() === 0;
const skip = !isRoot && 'only root can make folders of another user';
const stranger = 12_345;
const sockets: string[] = [];
after(() => {
  for (const folder of [parent, ...sockets]) rmSync(folder, { recursive: true, force: true });
});

function makeFolder(name: string, mode: number, owner?: number): string {
  const folder = join(parent, name);
  mkdirSync(folder);
  chmodSync(folder, mode);
  if (owner !== undefined) chownSync(folder, owner, owner);
  return folder;
}

/** A link that another user made, to a folder of theirs. */
function makeForeignLink(at: string): string {
  const target = `${at}-of-a-stranger`;
  mkdirSync(target);
  symlinkSync(target, at);
  if (isRoot) chownSync(target, stranger, stranger);
  return target;
}

const oneLine = (text: RegExp) => (error: Error) => text.test(error.message) && !error.message.includes('\n');

describe('DATA_DIR of the embedded server', () => {
  it('the embedded server refuses a DATA_DIR that everybody can write to', () => {
    const folder = makeFolder('world-writable', 0o777);
    assert.throws(() => chooseDataDirectory(folder, undefined), oneLine(/can be changed by other users: chmod go-w/));
    chmodSync(folder, 0o755);
    assert.equal(chooseDataDirectory(folder, undefined), join(folder, 'postgres'));
  });

  it('the embedded server refuses a DATA_DIR of another user', { skip }, () => {
    const folder = makeFolder('foreign', 0o755, stranger);
    assert.throws(() => chooseDataDirectory(folder, undefined), oneLine(/belongs to another user \(12345\)/));
  });

  it('the embedded server refuses a link in DATA_DIR that another user made', { skip }, () => {
    const folder = makeFolder('linked', 0o755);
    makeForeignLink(join(folder, 'postgres'));

    lchownSync(join(folder, 'postgres'), stranger, stranger);
    assert.throws(() => chooseDataDirectory(folder, undefined), oneLine(/postgres is a link of another user/));
  });

  it('the embedded server refuses a cluster in a folder that everybody can write to', () => {
    const [folder, target] = [makeFolder('leads-out', 0o755), makeFolder('open-target', 0o777)];
    symlinkSync(join(target, 'postgres'), join(folder, 'postgres'));
    assert.throws(() => chooseDataDirectory(folder, undefined), oneLine(/open-target can be changed by other users/));
  });

  it('the embedded server accepts a folder of root that a group can write to, as volumes of containers are', { skip }, () => {
    const folder = makeFolder('volume', 0o775, 0);
    assert.equal(chooseDataDirectory(folder, undefined), join(folder, 'postgres'));
  });
});

describe('folder of the unix socket', () => {
  it('a private folder that exists with mode 0777 is refused, and its mode stays', () => {
    const folder = makeFolder('open-socket', 0o777);
    assert.throws(() => makePrivateFolder(folder, undefined), oneLine(/others can open it: remove it/));
    assert.equal(statSync(folder).mode & 0o777, 0o777);
  });

  it('a private folder of another user is refused, and its owner stays', { skip }, () => {
    const folder = makeFolder('foreign-socket', 0o700, stranger);
    assert.throws(() => makePrivateFolder(folder, { uid: 65_534, gid: 65_534 }), oneLine(/belongs to another user/));
    assert.equal(statSync(folder).uid, stranger);
  });

  it('a symbolic link in the place of a private folder is refused, and its target stays as it is', () => {
    const link = join(parent, 'socket-link');
    const target = makeForeignLink(link);
    const before = statSync(target).uid;
    assert.throws(() => makePrivateFolder(link, { uid: 65_534, gid: 65_534 }), oneLine(/is not a folder, or a symbolic link/));
    assert.equal(statSync(target).uid, before);
    assert(lstatSync(link).isSymbolicLink());
  });

  it('a private folder is made once, with mode 0700, for the user of the server', () => {
    const folder = join(parent, 'socket');
    const user = isRoot ? { uid: 65_534, gid: 65_534 } : undefined;
    for (const _ of ['made', 'found']) makePrivateFolder(folder, user);
    assert.deepEqual([statSync(folder).mode & 0o777, statSync(folder).uid], [0o700, user?.uid ?? process.getuid?.()]);
  });

  it('a service of root does not use the temporary folder for its socket', { skip }, () => {
    const cluster = join(parent, 'x'.repeat(100), 'postgres');
    const folder = socketFolder(cluster, { uid: 65_534, gid: 65_534 });
    sockets.push(folder);
    assert.match(folder, /^\/var\/lib\/callout\/socket-[\da-f]{12}$/);
    assert(existsSync(folder));
  });
});

it('a shared folder that another user owns or can write to is refused', { skip }, () => {
  assert.throws(() => makeSharedFolder(makeFolder('shared-foreign', 0o711, stranger)), oneLine(/can be changed by other users/));
  assert.throws(() => makeSharedFolder(makeFolder('shared-open', 0o733)), oneLine(/can be changed by other users/));
});

const nameless = { uid: 1_000_690_000, gid: 0 };
const binaries = requireBinaries({ postgresBin: '', searchPath: '' }, parent);
const unreachable = !canReach(nameless, binaries.folder) && 'the packages are not readable for an ordinary user';

it('the error names the remedy when the user has no name, as in containers with a random user id', {
  skip: skip || unreachable,
}, () => {
  const remedy = oneLine(/^initdb failed: .+ \(set DATABASE_URL, or run as a user that has a name\)$/);
  assert.throws(() => initializeCluster(join(parent, 'nameless'), binaries, nameless), remedy);
});

it('the embedded server caches an eighth of the memory, between 128 MiB and 2 GiB', () => {
  const cached = [0.5, 1, 4, 15.9, 64].map((size) => sharedBuffersMiB(size * 1024 ** 3));
  assert.deepEqual(cached, [128, 128, 512, 2035, 2048]);
});
