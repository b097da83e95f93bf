import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { type BrowserContext, chromium } from '@playwright/test';
import type * as Client from '../../clients/typescript/src/index.ts';
import { chromiumPath, launchEnvironment, missingChromium } from '../../testing/chromium.ts';
import { Fixtures, password } from '../../testing/fixtures.ts';
import { openSession } from '../../testing/open-session.ts';

// The package as it is installed: its examples run on every runtime that is there, against the service.

const fixtures = await Fixtures.create();
const { anna } = fixtures;
await fixtures.createTicket();
const baseUrl = await fixtures.app.listen({ host: '127.0.0.1', port: 0 });
await openSession(fixtures, anna);
const { token } = (await fixtures.call(anna, 'POST', '/ext/tokens', { name: 'examples', scope: 'write' })).body;

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const source = join(root, 'clients/typescript');
const folder = mkdtempSync(join(tmpdir(), 'callout-client-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const tsc = join(root, 'node_modules/.bin/tsc');
const [build, app] = [join(folder, 'build'), join(folder, 'app')];

await buildAndInstall();

/** Builds, packs and installs the package as `npm run client` and its reader would. */
async function buildAndInstall(): Promise<void> {
  for (const path of [build, app]) mkdirSync(path);
  await run(tsc, ['-p', join(source, 'tsconfig.build.json'), '--outDir', join(build, 'dist')]);
  for (const file of ['package.json', 'README.md']) copyFileSync(join(source, file), join(build, file));
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: build });
  writeFileSync(join(app, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  await run('npm', ['install', '--offline', '--no-audit', join(folder, stdout.trim())], { cwd: app });
}

/** The examples of the README, compiled, with the address and the accounts of this test. */
async function compileExamples(): Promise<string[]> {
  const blocks = [...readFileSync(join(source, 'README.md'), 'utf8').matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);
  const names = blocks.map((code, i) => {
    const real = code.replaceAll('https://callout.example.com', baseUrl).replaceAll('cot_...', token);
    writeFileSync(
      join(app, `example-${i}.ts`),
      real.replaceAll('anna@example.com', anna.email).replaceAll('lift-and-lamp-7', password),
    );
    return `example-${i}.js`;
  });
  const compilerOptions = {
    ...{ strict: true, target: 'es2022', module: 'nodenext', skipLibCheck: false, exactOptionalPropertyTypes: true },
    ...{ lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'], types: [] },
  };
  writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  await run(tsc, ['-p', app]).catch(({ stdout }) => assert.fail(stdout));
  return names;
}

const examples = await compileExamples();

/** What an example prints; the last one refuses a webhook without a signature. */
const printed = [
  /^\d+ \[/m,
  /^anna \d/m,
  /^\d+ new$/m,
  /^[1-9]\d* tickets are copied$/m,
  /^400 invalid validation_failed description /m,
  /^read everything/m,
  /^401$/m,
];

/** @returns the first program of this name outside of node_modules that fits */
async function findProgram(name: string, isFitting = (_version: string) => true): Promise<string | undefined> {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((path) => !path.includes('node_modules'));
  const files = [process.env[`${name.toUpperCase()}_PATH`] ?? '', ...folders.map((path) => join(path, name))];
  for (const file of files.filter((path) => path !== '' && existsSync(path))) {
    if (isFitting((await run(file, ['--version'])).stdout)) return file;
  }
  return undefined;
}

const runtimes: { name: string; file: string | undefined; options: string[] }[] = [
  { name: `Node ${process.version}`, file: process.execPath, options: [] },
  { name: 'Node 20', file: await findProgram('node', (version) => version.startsWith('v20.')), options: [] },
  { name: 'Deno', file: await findProgram('deno'), options: ['run', '--allow-net', '--node-modules-dir=manual'] },
  { name: 'Bun', file: await findProgram('bun'), options: [] },
];

describe('the package of the client', () => {
  it('has the compiled files with their types and nothing else', () => {
    const installed = join(app, 'node_modules/@callout/client');
    assert.deepEqual(readdirSync(installed).sort(), ['README.md', 'dist', 'package.json']);
    const files = readdirSync(join(installed, 'dist'));
    assert(
      files.every((file) => /\.(js|d\.ts)$/.test(file)),
      files.join(),
    );
    assert.equal(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')).dependencies, undefined);
  });

  for (const { name, file, options } of runtimes) {
    it(`runs the examples of its README on ${name}`, { skip: file ? false : `${name} is not installed` }, async () => {
      assert.equal(examples.length, printed.length);
      for (const [i, example] of examples.entries()) {
        const { stdout } = await run(file ?? '', [...options, example], { cwd: app });
        assert.match(stdout, printed[i] ?? /./, example);
      }
    });
  }

  describe('in Chromium', { skip: missingChromium || false }, () => {
    it('runs the examples of its README', () =>
      withBrowser(async (context) => {
        for (const [i, example] of examples.entries()) {
          const page = await context.newPage();
          const lines: string[] = [];
          page.on('console', (message) => lines.push(message.text()));
          await page.goto(`${baseUrl}/client-test/`);
          await page.evaluate((file) => import(file), `/client-test/${example}`);
          const expected = i === 0 ? /^\d+ / : (printed[i] ?? /./);
          assert.match(lines.join('\n'), expected, example);
        }
      }));

    it('refreshes a session once, whatever number of tabs ask', () =>
      withBrowser(async (context) => {
        const pages = await Promise.all([context.newPage(), context.newPage(), context.newPage()]);
        for (const page of pages) await page.goto(`${baseUrl}/client-test/`);
        const account = { email: anna.email, secret: password };
        await pages[0]?.evaluate(async ({ email, secret }) => {
          const name: string = '@callout/client';
          const { Session }: typeof Client = await import(name);
          await new Session({ baseUrl: '' }).signIn(email, secret);
        }, account);
        const ids = await Promise.all(
          pages.map((page) =>
            page.evaluate(async () => {
              const name: string = '@callout/client';
              const { Session, createClient }: typeof Client = await import(name);
              const client = createClient({ baseUrl: '', auth: new Session({ baseUrl: '' }) });
              const answers = await Promise.all([1, 2, 3].map(() => client.call('GET /auth/me')));
              return answers.map(({ id }) => id);
            }),
          ),
        );
        assert.deepEqual(new Set(ids.flat()), new Set([anna.id]));
      }));
  });
});

/** Pages of the address of the service, with the package and the examples under /client-test/. */
async function withBrowser(work: (context: BrowserContext) => Promise<void>): Promise<void> {
  const env = Object.fromEntries(
    Object.entries(launchEnvironment).filter((one): one is [string, string] => one[1] !== undefined),
  );
  const browser = await chromium.launch({ executablePath: chromiumPath ?? '', args: ['--no-sandbox'], env });
  try {
    const context = await browser.newContext();
    const imports = { '@callout/client': '/client-test/node_modules/@callout/client/dist/index.js' };
    const html = `<!doctype html><title>test</title><script type="importmap">${JSON.stringify({ imports })}</script>`;
    await context.route(`${baseUrl}/client-test/**`, (route) => {
      const path = new URL(route.request().url()).pathname.slice('/client-test/'.length);
      if (path === '') return route.fulfill({ contentType: 'text/html', body: html });
      return route.fulfill({ contentType: 'text/javascript', body: readFileSync(join(app, path), 'utf8') });
    });
    await work(context);
  } finally {
    await browser.close();
  }
}
