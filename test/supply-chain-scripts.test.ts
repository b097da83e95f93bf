import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'callout-npm-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function runScript(name: 'sbom' | 'advisories', path: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts', `${name}.ts`), ...args], {
    cwd: root,
    env: { ...process.env, PATH: path },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** What a fake npm prints for its arguments. */
interface Answer {
  stdout: string;
  status: number;
}

/** @returns a PATH with an npm that gives these answers to `npm audit` and to `npm audit signatures` */
function fakeNpm(audit: Answer, signatures: Answer): string {
  const program = join(folder, 'npm');
  const branch = ({ stdout, status }: Answer): string => `printf '%s' '${stdout}'; exit ${status}`;
  writeFileSync(program, `#!/bin/sh\nif [ "$2" = signatures ]; then ${branch(signatures)}; fi\n${branch(audit)}\n`);
  chmodSync(program, 0o755);
  return `${folder}:/usr/bin:/bin`;
}

const vulnerable = (severity: string): Answer => {
  const vulnerabilities = { nodemailer: { severity, range: '<99.0.0', fixAvailable: true } };
  return { stdout: JSON.stringify({ auditReportVersion: 2, vulnerabilities }), status: 1 };
};
const none = { stdout: JSON.stringify({ auditReportVersion: 2, vulnerabilities: {} }), status: 0 };
const signed = { stdout: JSON.stringify({ invalid: [], missing: [] }), status: 0 };
const noEndpoint = {
  stdout: JSON.stringify({ message: '405 Method Not Allowed', error: { summary: '', detail: '' } }),
  status: 1,
};
const noNetwork = { stdout: JSON.stringify({ error: { code: 'ENOTFOUND', summary: 'getaddrinfo ENOTFOUND' } }), status: 1 };

describe('npm run advisories', () => {
  for (const [what, audit, signatures, status, output] of [
    ['exits with 0 when nothing is known and all signatures are valid', none, signed, 0, /^0 production packages/],
    [
      'exits with 0 and names the package for a moderate vulnerability',
      vulnerable('moderate'),
      signed,
      0,
      /^moderate: nodemailer/,
    ],
    ['exits with 1 for a high vulnerability', vulnerable('high'), signed, 1, /^high: nodemailer <99.0.0, a fix is available/],
    ['exits with 1 for a vulnerability when signatures cannot be checked', vulnerable('high'), noNetwork, 1, /^high: nodemailer/],
    [
      'exits with 1 for an invalid signature',
      none,
      { stdout: JSON.stringify({ invalid: [{ name: 'pg', version: '1.0.0' }], missing: [] }), status: 1 },
      1,
      /the signature is wrong: pg@1\.0\.0/,
    ],
    ['exits with 4 when the registry knows no advisories', noEndpoint, signed, 4, /did not run: npm audit .*405 Method Not/],
    ['exits with 4 without a network', noNetwork, noNetwork, 4, /did not run: npm audit signatures .*getaddrinfo ENOTFOUND/],
  ] as const) {
    it(`npm run advisories ${what}`, () => {
      const result = runScript('advisories', fakeNpm(audit, signatures));
      assert.equal(result.status, status, result.stdout + result.stderr);
      assert.match(result.stdout + result.stderr, output);
    });
  }
});

describe('npm run sbom', () => {
  it('npm run sbom lists exactly the production packages of package-lock.json with their checksums', (context) => {
    const file = join(folder, 'sbom.json');
    const { status, stderr } = runScript('sbom', process.env['PATH'] ?? '', file);
    if (status === 4) return context.skip(stderr);
    assert.equal(status, 0, stderr);
    const bom = JSON.parse(readFileSync(file, 'utf8'));
    assert.deepEqual([bom.bomFormat, bom.metadata.component.name], ['CycloneDX', 'callout']);
    const { '': _, ...entries } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
    const locked = Object.entries<{ version: string; dev?: boolean }>(entries)
      .filter(([, { dev }]) => !dev)
      .map(([path, { version }]) => `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`);
    const listed: string[] = bom.components.map((component: { 'bom-ref': string }) => component['bom-ref']);
    assert.deepEqual(listed.sort(), [...new Set(locked)].sort());
    for (const { hashes, name } of bom.components) assert.equal(hashes?.[0]?.alg, 'SHA-512', name);
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const known = new Set([...listed, `callout@${version}`]);
    for (const { ref, dependsOn } of bom.dependencies)
      assert.deepEqual(
        [ref, ...dependsOn].filter((name) => !known.has(name)),
        [],
      );
  });
});
