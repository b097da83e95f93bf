import pg from 'pg';
import { allAppearances, auditPage } from '../audit.ts';
import { type App, expect, test } from '../fixtures.ts';
import { desktop, visit } from '../page-helpers.ts';

/** Executes one statement as the owner of the tables. */
async function write(app: App, statement: string, id: number): Promise<void> {
  const client = new pg.Client({ connectionString: app.service.databaseUrl });
  await client.connect();
  try {
    await client.query(statement, [id]);
  } finally {
    await client.end();
  }
}

test('the page of a request says that its journal is verified, from when on, and that it was changed', async ({ app, lobby }) => {
  const { anna, wanda, report } = lobby;
  const id = await report('The lamp is dark');
  await app.transition(wanda, id, 'take');
  const page = await app.open(anna, desktop);
  await visit(page, `/tickets/${id}`);
  const line = page.locator('.journal-check');
  await expect(line).toHaveText('Journal verified');
  await expect(line).toHaveAttribute('title', /^No entry since .+ was changed or removed\.$/);
  expect(await auditPage(page, 'journal-unchanged', allAppearances)).toEqual([]);
  await write(app, 'update ticket_chains set since = null where ticket_id = $1', id);
  await page.reload();
  await expect(line).toHaveText('Journal verified');
  await expect(line).not.toHaveAttribute('title');
  await write(app, `update ticket_events set comment = 'later' where ticket_id = $1 and action = 'assigned'`, id);
  await page.reload();
  await expect(line).toHaveText('The activity was changed after it was recorded');
  expect(await auditPage(page, 'journal-changed', allAppearances)).toEqual([]);
});

test('the activity is checked again when something happens', async ({ app, lobby }) => {
  const { anna, wanda, report } = lobby;
  const id = await report('The lamp is dark');
  const page = await app.open(anna, desktop);
  await visit(page, `/tickets/${id}`);
  await expect(page.locator('.journal-check')).toHaveText('Journal verified');
  await write(app, `update ticket_events set comment = 'later' where ticket_id = $1`, id);
  await app.transition(wanda, id, 'take');
  await expect(page.locator('.journal-check')).toHaveText('The activity was changed after it was recorded');
});
