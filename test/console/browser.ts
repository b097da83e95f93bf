import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { WeakLink } from '../../chaos/parts/weak-link.ts';
import { cloneDatabase } from '../support/database.ts';
import { freePort } from '../support/machine-postgres.ts';
import { type Running, send, startService, stopService } from '../support/service.ts';
import { waitFor } from '../support/wait.ts';
import type { PictureFile } from './pictures.ts';

// The console as people use it: the built files, the service as an operator runs it, a browser.

const root = join(import.meta.dirname, '..', '..');
const binary = '/usr/bin/chromium';
export const missingBrowser = existsSync(binary) ? false : 'Chromium is not installed here (apt-get install chromium)';

export const dist = join(root, 'web', 'dist');

export const adminEmail = 'root@example.com';
export const password = 'correct-horse-1';
export const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true };

export interface Console {
  url: string;
  databaseUrl: string;
  /** Everything between browser and service goes through it. */
  link: WeakLink;
  /** Makes an account that can sign in, with the first word of its name as its address. */
  account(name: string, role: string, by?: string): Promise<string>;
  /** A window of somebody's own; nobody's without an e-mail. */
  open(email?: string, options?: BrowserContextOptions): Promise<Page>;
  call(email: string, method: string, path: string, body?: unknown): Promise<ReturnType<typeof JSON.parse>>;
  addPhoto(email: string, ticket: number, file: PictureFile): Promise<void>;
}

const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
];

/** Where that font is missing, whatever is there. */
const fonts = existsSync('/usr/share/fonts/truetype/dejavu')
  ? { FONTCONFIG_FILE: join(import.meta.dirname, 'fonts.conf') }
  : undefined;

/** @param more further flags of Chromium */
export const launchBrowser = (more: string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: binary, args: [...flags, ...more], env: { ...process.env, ...fonts } });

/** @param env more of the service's environment */
export async function startConsole(env: Record<string, string> = {}): Promise<Console> {
  assert(existsSync(join(dist, 'index.html')), 'the console is not built: run the tests with `npm test`');
  const database = await cloneDatabase();
  const port = String(await freePort());
  const link = await WeakLink.to(`http://127.0.0.1:${port}`);
  const url = new URL(link.url).origin;
  const settings = {
    ...{ PORT: port, DATABASE_URL: database.url, PUBLIC_URL: url },
    ...{ ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: password, LOG_LEVEL: 'warn' },
  };
  const service: Running = await startService({ env: { ...settings, ...env } });
  const browser = await launchBrowser();
  const faults: string[] = [];
  after(async () => {
    await browser.close();
    await stopService(service);
    link.close();
    await database.drop();
    assert.deepEqual(faults, [], 'the browser complained');
  });
  // Logins are limited for each address that they come from; here everybody has one.
  let addresses = 0;
  const elsewhere = () => ({ 'x-forwarded-for': `192.0.2.${++addresses}` });
  const tokens = new Map<string, Promise<string>>();
  const signIn = async (email: string): Promise<string> => {
    const body = JSON.stringify({ email, password });
    const answer = await fetch(`${service.url}/auth/login`, { method: 'POST', headers: elsewhere(), body });
    assert.equal(answer.status, 200, await answer.clone().text());
    return ((await answer.json()) as { token: string }).token;
  };
  const tokenOf = (email: string): Promise<string> => {
    const token = tokens.get(email) ?? signIn(email);
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
    databaseUrl: database.url,
    link,
    call,
    async account(name, role, by = adminEmail) {
      const email = `${name.split(' ')[0]?.toLowerCase()}@example.com`;
      await call(by, 'POST', '/users', { email, name, password, role, phone: '+49 30 5550100' });
      return email;
    },
    async addPhoto(email, ticket, { name, mimeType, buffer }) {
      const body = new FormData();
      body.set('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), name);
      const headers = { authorization: `Bearer ${await tokenOf(email)}` };
      const answer = await fetch(`${service.url}/tickets/${ticket}/photos`, { method: 'POST', headers, body });
      assert(answer.ok, await answer.text());
    },
    async open(email, options = {}) {
      const context = await browser.newContext({
        locale: 'en-GB',
        reducedMotion: 'reduce',
        extraHTTPHeaders: elsewhere(),
        ...options,
      });
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
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(secret);
  await page.locator('button[type=submit]').click();
  await page.locator('.shell').waitFor();
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
/** The step that a ticket's line marks as the one where it stands. */
export const standsAt = (page: Page, status: string) => page.locator('[aria-current=step]', { hasText: status });

/** Until the service worker has taken over. */
export const kept = (page: Page) => waitFor(() => page.evaluate<boolean>('navigator.serviceWorker.controller !== null'), 30_000);
