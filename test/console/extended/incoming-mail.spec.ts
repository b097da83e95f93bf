import { auditPage } from '../audit.ts';
import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { desktop, heading, visit } from '../page-helpers.ts';

const reasons = ['automatic', 'delivery_report', 'own_mail', 'no_sender', 'too_many', 'too_large', 'empty', 'failed'];

test('an admin finds the mails of which nothing was made, with the reason, from the status and from the settings', async ({
  app,
}) => {
  const admin = await app.open(adminEmail, desktop, '/settings/installation');
  await admin.getByRole('link', { name: 'Show incoming mail', exact: true }).click();
  await heading(admin, 'Incoming mail').waitFor();
  await admin.getByText('No mailbox is set up').waitFor();
  await admin.getByRole('heading', { name: 'No unused mails' }).waitFor();

  const left = await app.query(
    `insert into intake_messages (mailbox, uid_validity, uid, from_address, subject, reason, at)
     select 'callout', 1, n, case when r = 'no_sender' then '' else 'eve@example.net' end,
       case when r = 'empty' then '' else 'About ' || r || ' <b>' end, r, now() - n * interval '1 minute'
     from unnest($1::text[]) with ordinality as u (r, n) returning id`,
    [reasons],
  );
  expect(left).toHaveLength(reasons.length);
  // The service of the tests has no mailbox.
  await admin.route('**/ext/health', async (route) => {
    const response = await route.fetch();
    const health = await response.json();
    expect(health.intake).toMatchObject({ state: 'off', left: 0 });
    const intake = { state: 'ok', reason: 'working', last_run_at: health.checked_at, next_run_at: null, taken: 3, left: 8 };
    await route.fulfill({ response, json: { ...health, intake } });
  });
  try {
    await visit(admin, '/health');
    await admin.getByRole('region', { name: 'Incoming mail' }).getByRole('link', { name: 'Show 8 mails', exact: true }).click();
    await admin.getByText('3 mails of the last 30 days became reports or comments.').waitFor();
    await expect(admin.getByRole('status').filter({ hasText: '8 mails were not used' })).toBeVisible();
    const rows = admin.locator('.list-rows > li');
    await expect(rows).toHaveCount(reasons.length);
    await expect(rows.first()).toContainText('About automatic <b>'); // a text, not HTML
    await expect(rows.first()).toContainText('A program wrote it, such as an out-of-office reply');
    await expect(rows.nth(3)).toContainText('No sender');
    await expect(rows.nth(6)).toContainText('No subject');
    expect(await auditPage(admin, 'incoming mail')).toEqual([]);
  } finally {
    await app.query('delete from intake_messages');
  }
});
