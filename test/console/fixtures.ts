import { type Browser, type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import { missingChromium } from '../../testing/chromium.ts';
import type { FaultProxy } from '../../testing/fault-proxy.ts';
import { ApiClient } from './api-client.ts';
import { type ConsoleService, ownAddress, startConsoleService } from './console-service.ts';
import { installClock, opened, startSession } from './page-helpers.ts';
import { type Lobby, seedLobby, seedTown, type Town } from './seed.ts';

interface WorkerFixtures {
  /** One service with its database for all tests of a worker. */
  service: ConsoleService;
  /** Two clients with many projects, tickets and rules: for tests that only read. */
  town: Town;
}

interface TestFixtures {
  requireChromium: undefined;
  app: App;
  /** Anna's project with one object, in which Wanda works. */
  lobby: Lobby;
  /** A ticket that Wanda works on. */
  begun: number;
}

let apps = 0;

/** The console as one test uses it: accounts by the API, windows in the browser. */
export class App extends ApiClient {
  readonly url: string;
  readonly link: FaultProxy;
  readonly #browser: Browser;
  readonly #contexts: BrowserContext[] = [];
  readonly #errors: string[] = [];

  constructor(service: ConsoleService, browser: Browser) {
    super(service, `t${++apps}`);
    this.url = service.url;
    this.link = service.link;
    this.#browser = browser;
  }

  /**
   * Opens a browser context with one page of the console, signed in when there is an e-mail.
   * @param path of the page: by default the first one of the role
   */
  async open(email?: string, options: BrowserContextOptions = {}, path = '/'): Promise<Page> {
    return this.#enter(await this.newPage(options), email, path);
  }

  /** As `open`, with a clock that the test moves. */
  async openWithClock(email: string, options: BrowserContextOptions, path = '/'): Promise<Page> {
    const page = await this.newPage(options);
    await installClock(page);
    return this.#enter(page, email, path);
  }

  async #enter(page: Page, email: string | undefined, path: string): Promise<Page> {
    if (email) await startSession(page, this.url, email);
    await page.goto(`${this.url}/app${path}`);
    if (email) await opened(page);
    return page;
  }

  /** Opens a browser context with one empty page. */
  async newPage(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#browser.newContext({
      locale: 'en-GB',
      reducedMotion: 'reduce',
      // Without one, every request can be intercepted and a page opens sooner.
      serviceWorkers: 'block',
      extraHTTPHeaders: ownAddress(),
      ...options,
    });
    this.#contexts.push(context);
    context.on('page', (page) => this.#collectErrors(page));
    return context.newPage();
  }

  /** Restores what tests share, whether this one passed or failed. */
  async close(): Promise<void> {
    this.link.restore();
    for (const context of this.#contexts) {
      // Requests that a page repeats may be on their way through a route of the test.
      for (const routed of [context, ...context.pages()]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    }
    expect(this.#errors, 'errors of scripts and of the content security policy').toEqual([]);
  }

  #collectErrors(page: Page): void {
    page.on('pageerror', (error) => this.#errors.push(String(error)));
    page.on('console', (message) => {
      const text = message.text();
      // The recorder of traces reads blobs, which the policy forbids.
      if (/^Connecting to 'blob:/.test(text)) return;
      if (/Content.Security.Policy|Refused to/i.test(text)) this.#errors.push(text);
    });
  }
}

export { expect };

const serviceFixture =
  (env: Record<string, string> = {}, host?: string) =>
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that it needs from the pattern
  async ({}, use: (service: ConsoleService) => Promise<void>): Promise<void> => {
    const service = await startConsoleService(env, host);
    await use(service);
    await service.stop();
  };

export const test = base.extend<TestFixtures, WorkerFixtures>({
  requireChromium: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that it needs from the pattern
    async ({}, use, testInfo) => {
      testInfo.skip(missingChromium !== '', missingChromium);
      await use(undefined);
    },
    { auto: true },
  ],
  service: [serviceFixture(), { scope: 'worker', timeout: 120_000 }],
  town: [
    async ({ service }, use) => {
      await use(await seedTown(new ApiClient(service, 'town')));
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  app: async ({ service, browser }, use) => {
    const app = new App(service, browser);
    await use(app);
    await app.close();
  },
  lobby: async ({ app }, use) => {
    await use(await seedLobby(app));
  },
  begun: async ({ lobby: { report } }, use) => {
    await use(await report('A lamp is dark', 'take', 'start'));
  },
});

/** Tests whose workers have a service of their own. @param env and `host` as in `startConsoleService` */
export const testWithService = (env?: Record<string, string>, host?: string) =>
  test.extend<object, { service: ConsoleService }>({
    service: [serviceFixture(env, host), { scope: 'worker', timeout: 120_000 }],
  });
