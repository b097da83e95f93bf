import type { Page } from '@playwright/test';
import { webhookEvents } from '../../src/outbound/webhooks/events.ts';

// Receivers are not called in these tests: pages are told what was sent.

const at = '2026-03-01T09:00:00.000Z';
const id = '5f0c7a3e-2b1d-4c8e-9a6f-0d1e2f3a4b5c';
const url = `https://hooks.example.com/${'callout-'.repeat(12)}`;
const owner = { owner_id: crypto.randomUUID(), owner_name: 'Wohnungsbaugenossenschaft am Stadtpark' };
const working = {
  ...{ id, ...owner, url, events: [...webhookEvents], active: true, created_at: at, disabled: null },
  ...{ failing_since: null, next_attempt_at: null, waiting: 0, previous_secret_until: null },
};
const pageOf = (items: object[]) => ({ items, total: items.length, limit: 25, offset: 0 });

/** Shows a webhook in each state. */
export async function showWebhooks(page: Page): Promise<void> {
  const disabled = { ...working, active: false };
  const items = [
    working,
    { ...working, failing_since: at, waiting: 1_000 },
    disabled,
    ...['failing', 'gone', 'password', 'operator'].map((reason) => ({ ...disabled, disabled: { reason, at } })),
  ].map((webhook, i) => ({ ...webhook, id: id.replace('5f', `0${i}`), url: `${url}${i}` }));
  await page.route('**/ext/webhooks?*', (route) => route.fulfill({ json: pageOf(items) }));
  await page.reload();
  await page.locator('.list-rows li').first().waitFor();
}

export const deliveriesPath = `/webhooks/${id}`;

/** Shows a delivery in each state, with every event. */
export async function showDeliveries(page: Page): Promise<void> {
  const results = [
    { state: 'delivered', status: 204, duration_ms: 35, error: null },
    { state: 'pending', status: null, duration_ms: 10_001, error: 'timeout' },
    { state: 'failed', status: 500, duration_ms: 120, error: null },
    { state: 'dropped', status: null, duration_ms: null, error: null },
  ];
  const items = webhookEvents.map((event, i) => ({
    ...{ id: i + 1, message_id: `msg_${id}`, event, ticket_id: i > 12 ? null : 42, created_at: at },
    ...{ attempts: i % 3, last_attempt_at: at, ...results[i % results.length] },
    body: JSON.stringify({
      type: event,
      timestamp: at,
      data: { ticket_id: 42, ticket: { description: 'The lamp is dark '.repeat(30) } },
    }),
    answer: 'x'.repeat(1_024),
  }));
  await page.route(`**/ext/webhooks/${id}`, (route) => route.fulfill({ json: { ...working, failing_since: at } }));
  await page.route(`**/ext/webhooks/${id}/deliveries?*`, (route) => route.fulfill({ json: pageOf(items) }));
  await page.reload();
  await page.locator('.list-rows li').first().waitFor();
}
