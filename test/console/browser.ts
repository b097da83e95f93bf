import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { cloneDatabase } from '../support/database.ts';
import { freePort } from '../support/machine-postgres.ts';
import { type Running, send, signIn, startService, stopService } from '../support/service.ts';

// The console as people use it: the built files, the service as an operator runs it, a browser.

const root = join(import.meta.dirname, '..', '..');
const binary = '/usr/bin/chromium';
export const missingBrowser = existsSync(binary) ? false : 'Chromium is not installed here (apt-get install chromium)';

export const dist = join(root, 'web', 'dist');

export const adminEmail = 'root@example.com';
export const password = 'correct-horse-1';

export interface Console {
  url: string;
  /** Makes an account that can sign in. */
  account(name: string, role: string): Promise<string>;
  /** A window of somebody's own; nobody's without an e-mail. */
  open(email?: string, options?: BrowserContextOptions): Promise<Page>;
  call(email: string, method: string, path: string, body?: unknown): Promise<ReturnType<typeof JSON.parse>>;
}

const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
];

/** @param settings further environment of the service, for its address */
export async function startConsole(settings: (url: string) => Record<string, string> = () => ({})): Promise<Console> {
  assert(existsSync(join(dist, 'index.html')), 'the console is not built: run the tests with `npm test`');
  const database = await cloneDatabase();
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  const service: Running = await startService({
    env: {
      PORT: port,
      DATABASE_URL: database.url,
      PUBLIC_URL: url,
      ADMIN_EMAIL: adminEmail,
      ADMIN_PASSWORD: password,
      LOG_LEVEL: 'warn',
      ...settings(url),
    },
  });
  const browser: Browser = await chromium.launch({ executablePath: binary, args: flags });
  const faults: string[] = [];
  after(async () => {
    await browser.close();
    await stopService(service);
    await database.drop();
    assert.deepEqual(faults, [], 'the browser complained');
  });
  const tokens = new Map<string, string>();
  const tokenOf = async (email: string): Promise<string> => {
    const token = tokens.get(email) ?? (await signIn(service.url, email, password));
    tokens.set(email, token);
    return token;
  };
  const call: Console['call'] = async (email, method, path, body) => {
    const answer = await send(`${service.url}${path}`, method, await tokenOf(email), body);
    assert(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return {
    url,
    call,
    async account(name, role) {
      const email = `${name.toLowerCase()}@example.com`;
      await call(adminEmail, 'POST', '/users', { email, name, password, role });
      return email;
    },
    async open(email, options = {}) {
      const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      page.on('pageerror', (error) => faults.push(String(error)));
      page.on('console', (message) => {
        if (/Content.Security.Policy|Refused to/i.test(message.text())) faults.push(message.text());
      });
      await page.goto(`${url}/app/`);
      if (email) await login(page, email);
      return page;
    },
  };
}

export async function login(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('.shell').waitFor();
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** A small picture, as a file that a person chooses. */
export function photoFile(name: string): { name: string; mimeType: string; buffer: Buffer } {
  return { name, mimeType: 'image/png', buffer: readFileSync(join(root, 'web/public/icon-192.png')) };
}
