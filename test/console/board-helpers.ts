import type { Locator, Page } from '@playwright/test';
import { ApiClient } from './api-client.ts';
import { adminEmail } from './console-service.ts';
import { testWithService } from './fixtures.ts';

// The board of admins. It shows all open tickets and all workers of a service, so each test empties it first.

export const test = testWithService().extend<{ emptyBoard: undefined }>({
  emptyBoard: [
    async ({ service }, use) => {
      // One after the other: in one transaction they would lock tickets before accounts, which the service does not.
      const client = new ApiClient(service, 'board');
      await client.query("update users set is_active = false where role = 'worker'");
      await client.query('delete from tickets');
      await use(undefined);
    },
    { auto: true },
  ],
});

export const lane = (page: Page, name: string): Locator =>
  page.locator('.column').filter({ has: page.getByRole('heading', { name, level: 2 }) });
export const cards = (page: Page, name: string): Locator => lane(page, name).locator('.board-card');
export const card = (page: Page, text: string): Locator => page.locator('.board-card', { hasText: text });
/** A worker beside the board. */
export const worker = (page: Page, name: string): Locator =>
  page.locator('.workload').getByRole('link', { name: new RegExp(`^${name}`) });
/** A reason for which requests need attention. */
export const reason = (page: Page, name: RegExp): Locator =>
  page.getByRole('region', { name: 'Needs attention' }).getByRole('button', { name });
export const workerOf = (app: ApiClient, id: number): Promise<string | undefined> =>
  app.call(adminEmail, 'GET', `/tickets/${id}`).then(({ worker_name }) => worker_name);
