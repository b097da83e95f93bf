import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { button, desktop, download, heading, openFilter, phone } from '../page-helpers.ts';

const dayMs = 86_400_000;

test('an admin answers what Wanda did yesterday, and saves the answer', async ({ app, lobby }) => {
  const { anna, wanda, report, project } = lobby;
  const id = await report('The lift is stuck', 'take', 'start');
  await app.call(wanda, 'POST', `/ext/tickets/${id}/comments`, { text: 'The rope is torn' });
  const now = new Date();
  const yesterday = new Date(now.getTime() - dayMs);
  for (const table of ['ticket_events', 'ticket_comments']) {
    await app.query(`update ${table} set created_at = $2 where ticket_id = $1`, [id, yesterday]);
  }
  const other = await report('A lamp is dark', 'take');

  const admin = await app.open(adminEmail, desktop, `/projects/${project}`);
  await admin.clock.setFixedTime(now);
  await admin.getByRole('main').getByRole('link', { name: 'Activity' }).click();
  await admin.waitForURL(/activity\?project_id=\d+$/);
  await heading(admin, 'Activity').waitFor();
  const rows = admin.locator('.activity-day li');
  await expect(rows.filter({ hasText: `#${other}` })).toHaveCount(2);

  await openFilter(admin, 'Person');
  const dialog = admin.getByRole('dialog', { name: 'Person' });
  await dialog.getByRole('searchbox').fill(wanda);
  await dialog.getByRole('button', { name: wanda }).click();
  await admin.waitForURL(/actor_id=/);
  await openFilter(admin, 'Time');
  await admin.getByRole('dialog', { name: 'Time' }).getByRole('button', { name: 'Yesterday' }).click();
  await admin.waitForURL(/from=/);
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(0)).toContainText(/Wanda commented\s*The rope is torn/);
  await expect(rows.nth(1)).toContainText(`Wanda started work #${id} The lift is stuck`);
  await expect(rows.nth(2)).toContainText('Wanda took the request');
  await expect(admin.getByRole('heading', { level: 2, name: /^Yesterday, / })).toHaveCount(1);

  // The URL has the question.
  await admin.reload();
  await button(admin, 'Remove filter: Person: Wanda').waitFor();
  await button(admin, 'Remove filter: Time: Yesterday').waitFor();
  await expect(rows).toHaveCount(3);
  const file = await download(admin, button(admin, 'Export'));
  expect(file.name).toMatch(/^activity-[\d-]+\.csv$/);
  expect(file.bytes.toString().trim().split('\r\n')).toHaveLength(4);

  await openFilter(admin, 'What');
  await admin.getByRole('dialog', { name: 'What' }).getByRole('button', { name: 'Cancelled' }).click();
  await admin.getByRole('heading', { name: 'Nothing found' }).waitFor();
  await button(admin, 'Clear all').click();
  await admin.waitForURL(/activity$/);
  await rows
    .filter({ hasText: `#${other}` })
    .first()
    .waitFor();

  const client = await app.open(anna, phone, `/activity?action=started`);
  const started = client.locator('.activity-day li');
  await expect(started).toHaveCount(1);
  await started.getByRole('link', { name: /The lift is stuck/ }).press('Enter');
  await client.waitForURL(new RegExp(`tickets/${id}$`));
});

test('the activity shows more than a page, says why it cannot be read, and is accessible', async ({ app, lobby }) => {
  const { anna, report } = lobby;
  const id = await report('A lamp is dark', 'take', 'start');
  await app.query(
    `insert into ticket_comments (ticket_id, author_name, author_role, text, created_at)
     select $1, 'Wanda', 'worker', 'Note ' || n, now() - interval '40 days' from generate_series(1, 60) as n`,
    [id],
  );
  const client = await app.open(anna, phone, '/activity');
  const rows = client.locator('.activity-day li');
  await expect(rows).toHaveCount(50);
  await button(client, 'Show more').click();
  await expect(rows).toHaveCount(63);
  await expect(button(client, 'Show more')).toHaveCount(0);

  await client.route('**/ext/activity?*', (route) => route.fulfill({ status: 500, json: { error: 'internal error' } }));
  await client.reload();
  await button(client, 'Try again').waitFor();
  await client.unroute('**/ext/activity?*');
  await button(client, 'Try again').click();
  await expect(rows).toHaveCount(50);
});
