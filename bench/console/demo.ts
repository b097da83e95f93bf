import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { demoClients, demoLogins, demoPassword } from '../../src/appliance/demo/fixtures.ts';
import { chromiumPath, launchEnvironment, missingChromium } from '../../testing/chromium.ts';
import { type ServiceProcess, send, spawnService, stopService, waitUntilReady } from '../../testing/service-process.ts';
import { waitFor } from '../../testing/wait.ts';

export type Role = keyof typeof demoLogins;

export const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
export const desktop: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };

let addresses = 0;
/** Logins are limited by client address; each caller gets an address of its own. */
const ownAddress = (): Record<string, string> => ({ 'x-forwarded-for': `198.18.${++addresses >> 8}.${addresses & 255}` });

/** A running demo, a browser, and the demo's accounts as programs and people use them. */
export class Demo {
  /** the address of the console */
  readonly url: string;
  /** a building of the demo's client, in whose project the demo's worker works */
  object = 0;
  readonly #service: ServiceProcess;
  readonly #dataDir: string;
  readonly #browser: Browser;
  readonly #tokens = new Map<string, string>();

  private constructor(service: ServiceProcess, dataDir: string, browser: Browser) {
    this.#service = service;
    this.#dataDir = dataDir;
    this.#browser = browser;
    this.url = `${service.url}/app/`;
  }

  /** @throws when there is no browser */
  static async start(): Promise<Demo> {
    if (missingChromium) throw new Error(missingChromium);
    const dataDir = mkdtempSync(join(tmpdir(), 'callout-bench-console-'));
    const env = { DEMO_DATA: join(dataDir, 'demo'), DEMO_LANGUAGE: 'en' };
    const service = await spawnService({ command: 'demo', env });
    await waitFor(() => service.output().includes('password of all'), 180_000);
    await waitUntilReady(service);
    const browser = await chromium.launch({
      ...(chromiumPath && { executablePath: chromiumPath }),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
      env: launchEnvironment,
    });
    const demo = new Demo(service, dataDir, browser);
    const [client] = demoClients;
    const { items } = await demo.call('client', 'GET', '/projects');
    const project = items.find(({ name }: { name: string }) => name === client?.projects[0]?.name.en).id;
    const objects = await demo.call('client', 'GET', `/projects/${project}/objects`);
    demo.object = objects.items[0].id;
    return demo;
  }

  get browserVersion(): string {
    return this.#browser.version();
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    await stopService(this.#service);
    rmSync(this.#dataDir, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Calls the API as the account of the demo with this role, or as another one with the same password. */
  async call(who: Role | (string & {}), method: string, path: string, body?: unknown): Promise<ReturnType<typeof JSON.parse>> {
    const email = who in demoLogins ? demoLogins[who as Role] : who;
    const token = this.#tokens.get(email) ?? (await this.#signIn(email));
    this.#tokens.set(email, token);
    const answer = await send(`${this.#service.url}${path}`, method, token, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** Creates a ticket of the demo's client, and takes it through these operations of the worker. */
  async ticket(description: string, ...operations: string[]): Promise<number> {
    const body = { category: 'electric', description, object_id: this.object };
    const { id } = await this.call('client', 'POST', '/tickets', body);
    for (const operation of operations) await this.call('worker', 'PATCH', `/tickets/${id}/${operation}`);
    return id;
  }

  /** Closes a ticket that is not closed. */
  async close(ticket: number): Promise<void> {
    const { status } = await this.call('admin', 'GET', `/tickets/${ticket}`);
    if (status !== 'closed') await this.call('admin', 'PATCH', `/tickets/${ticket}/cancel`, { reason: 'Measured' });
  }

  /** Opens an empty page in a browser context of its own. */
  async page(options: BrowserContextOptions): Promise<Page> {
    const context = await this.#browser.newContext({
      locale: 'en-GB',
      serviceWorkers: 'block',
      extraHTTPHeaders: ownAddress(),
      ...options,
    });
    return context.newPage();
  }

  /** Opens the console as somebody who has signed in. */
  async open(who: Role | (string & {}), options: BrowserContextOptions): Promise<Page> {
    const page = await this.page(options);
    await page.goto(this.url);
    await enterCredentials(page, who in demoLogins ? demoLogins[who as Role] : who);
    await page.locator('button[type=submit]').click();
    await page.locator('.app-layout').waitFor();
    return page;
  }

  async #signIn(email: string): Promise<string> {
    const body = JSON.stringify({ email, password: demoPassword });
    const response = await fetch(`${this.#service.url}/auth/login`, { method: 'POST', headers: ownAddress(), body });
    if (!response.ok) throw new Error(`sign-in of ${email}: ${await response.text()}`);
    const { token } = (await response.json()) as { token: string };
    this.#tokens.set(email, token);
    return token;
  }
}

export async function enterCredentials(page: Page, email: string): Promise<void> {
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(demoPassword);
}
