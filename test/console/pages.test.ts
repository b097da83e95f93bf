import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { adminEmail, type Console, missingBrowser, startConsole } from './browser.ts';
import { look } from './look.ts';
import { type Town, town } from './scene.ts';

// Every page of every role, full of data and empty, in both languages.

interface Visit {
  name: string;
  path: string;
  /** what is done on it first */
  act?: (page: Page) => Promise<void>;
}

const press =
  (selector: string) =>
  async (page: Page): Promise<void> => {
    await page.locator(selector).first().click();
    await page.getByRole('dialog').waitFor();
  };

const clientPages = ({ ticket, project, rule, begun }: Town): Visit[] => [
  { name: 'home', path: '/' },
  { name: 'tickets', path: '/tickets' },
  { name: 'tickets-filtered', path: '/tickets?status=done&category=plumbing&date_from=2026-01-01' },
  { name: 'ticket', path: `/tickets/${ticket}` },
  { name: 'ticket-reject', path: `/tickets/${ticket}`, act: press('.steps button:nth-of-type(2)') },
  { name: 'ticket-photo', path: `/tickets/${ticket}`, act: press('.gallery button') },
  { name: 'ticket-begun', path: `/tickets/${begun}` },
  { name: 'new-ticket', path: '/tickets/new' },
  { name: 'projects', path: '/projects' },
  { name: 'project', path: `/projects/${project}` },
  { name: 'project-invite', path: `/projects/${project}`, act: press('section:has(#people) .section-head button') },
  { name: 'rules', path: '/rules' },
  { name: 'rule', path: `/rules/${rule}` },
  { name: 'new-rule', path: '/rules/new' },
  { name: 'workers', path: '/workers' },
  { name: 'messenger', path: '/messenger' },
  { name: 'profile', path: '/profile' },
  { name: 'nothing', path: '/nothing-here' },
];

const workerPages = ({ begun }: Town): Visit[] => [
  { name: 'mine', path: '/' },
  { name: 'free', path: '/free' },
  { name: 'invitations', path: '/invitations' },
  { name: 'ticket', path: `/tickets/${begun}` },
];

const adminPages = ({ ticket, project, rule }: Town): Visit[] => [
  { name: 'board', path: '/' },
  { name: 'tickets', path: '/tickets' },
  { name: 'drawer', path: `/tickets?open=${ticket}` },
  { name: 'users', path: '/users?disabled=1' },
  { name: 'user', path: '/users', act: press('.lines button') },
  { name: 'new-user', path: '/users', act: press('.page-head button') },
  { name: 'projects', path: '/projects' },
  { name: 'project', path: `/projects/${project}` },
  { name: 'rules', path: '/rules' },
  { name: 'rule', path: `/rules/${rule}` },
  { name: 'health', path: '/health' },
];

const plain = (paths: string[]): Visit[] =>
  paths.map((path) => ({ name: /\w[\w/-]*/.exec(path)?.[0].replace('/', '-') ?? 'home', path }));

async function visitAll(app: Console, place: Town, locale: string): Promise<string[]> {
  const found: string[] = [];
  const visit = async (email: string | undefined, whose: string, visits: Visit[]): Promise<void> => {
    const page = await app.open(email, { locale });
    for (const { name, path, act } of visits) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`${app.url}/app${path}`);
      await act?.(page);
      found.push(...(await look(page, `${locale.slice(0, 2)}-${whose}-${name}`)));
    }
    await page.context().close();
  };
  const others = async (): Promise<void> => {
    await visit(undefined, 'visitor', plain(['/login', '/forgot-password', '/reset-password#token=abc']));
    await visit(place.worker, 'worker', workerPages(place));
    await visit(adminEmail, 'admin', adminPages(place));
    await visit(place.newClient, 'new-client', plain(['/', '/tickets', '/tickets/new', '/projects', '/rules', '/workers']));
    await visit(place.newWorker, 'new-worker', plain(['/', '/free', '/invitations']));
  };
  await Promise.all([visit(place.client, 'client', clientPages(place)), others()]);
  return found;
}

if (missingBrowser) it('shows every page to everybody', { skip: missingBrowser }, () => {});
else {
  const app = await startConsole();
  const place = await town(app);
  for (const locale of ['en-GB', 'de-DE']) {
    it(`shows every page to everybody (${locale})`, { timeout: 900_000 }, async () => {
      assert.equal((await visitAll(app, place, locale)).join('\n'), '');
    });
  }
}
