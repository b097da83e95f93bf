import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { sendReasons } from '../../src/outbound/notifications/channels.ts';
import type { ApiClient } from './api-client.ts';
import type { Lobby } from './seed.ts';

// The service of most tests has no bot, no mail server and no key for Web Push: pages are told otherwise.

/** Wanda was invited to the project of the lobby. */
export async function markInvitationRead(app: ApiClient, { wanda }: Lobby): Promise<void> {
  const total = async (): Promise<number> => (await app.call(wanda, 'GET', '/ext/notifications')).total;
  await expect.poll(total).toBe(1);
  await app.call(wanda, 'POST', '/ext/notifications/read', { all: true });
}

type Channel = 'messenger' | 'email' | 'push';

/** The bell with its count, in the sidebar or the top bar. */
export const bell = (page: Page): Locator => page.getByRole('link', { name: /^Notifications( \d+)?$/ });

export const notificationRows = (page: Page): Locator => page.locator('.notifications li');

/** Shows these channels as ready; everything else of the preferences is what the service stores. */
export async function setReadyChannels(page: Page, ...ready: Channel[]): Promise<void> {
  const names: Channel[] = ['messenger', 'email', 'push'];
  const channels = Object.fromEntries(names.map((name) => [name, { ready: ready.includes(name) }]));
  const answer = async (route: Route): Promise<void> => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), channels } });
  };
  // A test can end while its page still reads them; a page that needs the answer waits for it in vain.
  await page.route('**/ext/notifications/preferences', (route) => answer(route).catch(() => {}));
}

/** A page of sent messages in which every reason occurs, and the error of a last attempt. */
export function deliveriesOfEveryReason() {
  const at = '2026-03-01T09:00:00.000Z';
  const stateOf = (reason: string): string => {
    if (reason === 'quiet_hours' || reason === 'digest') return 'waiting';
    return reason === 'given_up' || reason.includes(' ') ? 'failed' : 'dropped';
  };
  const items = [...sendReasons, 'connect ECONNREFUSED 192.0.2.1:25'].map((reason, i) => ({
    id: i + 1,
    event: 'ticket_assigned',
    ticket_id: null,
    text_key: 'ticket_assigned',
    params: { title: `Job ${i + 1}`, object_name: 'Lobby' },
    created_at: at,
    read_at: null,
    sends: [
      { channel: 'email', state: stateOf(reason), reason, due_at: at, decided_at: stateOf(reason) === 'waiting' ? null : at },
    ],
  }));
  return { items, total: items.length, limit: 25, offset: 0 };
}
