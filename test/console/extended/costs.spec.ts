import type { Page } from '@playwright/test';
import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { button, desktop, download, phone, visit } from '../page-helpers.ts';
import { countTaps } from '../tap-counter.ts';

// Costs and quotes as the worker, the client, a deputy and an admin have them.

const costsOf = (page: Page) => page.getByRole('region', { name: 'Costs', exact: true });
const line = { kind: 'labour', text: 'Fitter', quantity: '1', unit: 'h', unit_price: 4500 };
const pump = { kind: 'material', text: 'A new pump', quantity: '1', unit_price: 32_000 };

test('a worker writes the time of a finished job down in two taps, without a connection as well', async ({ app, lobby }) => {
  const { anna, wanda, report } = lobby;
  const before = await report('The pump hums', 'take', 'start', 'done');
  await app.call(wanda, 'POST', `/ext/tickets/${before}/costs`, line);
  const id = await report('A lamp is dark', 'take', 'start', 'done');
  await app.query(`update tickets set started_at = done_at - interval '95 minutes' where id = $1`, [id]);

  const worker = await app.open(wanda, phone, `/tickets/${id}`);
  const costs = costsOf(worker);
  await costs.getByRole('button', { name: 'Add working time: 1.5 h' }).waitFor();
  await worker.context().setOffline(true);
  const taps = await countTaps(worker);
  await costs.getByRole('button', { name: 'Add working time: 1.5 h' }).click();
  const sheet = worker.getByRole('dialog', { name: 'Add costs' });
  await expect(sheet).toContainText('Amount: €67.50');
  await button(worker, 'Save costs').click();
  expect(await taps()).toBe(2);
  const row = costs.getByRole('listitem').filter({ hasText: 'Fitter' });
  await expect(row).toContainText(/1\.5 h × €45\.00.*€67\.50/);
  await expect(costs).toContainText(/Total \(with what is not sent yet\)/);
  await worker.context().setOffline(false);
  await expect(costs.getByText('not sent yet')).toHaveCount(0, { timeout: 30_000 });
  const { items } = await app.call(anna, 'GET', `/ext/tickets/${id}/costs`);
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({ text: 'Fitter', quantity: '1.5', amount: 6750, worker_name: 'Wanda' });

  // Material with a price that is typed with a comma, and a line that is changed and removed.
  await button(worker, 'Add costs').click();
  await sheet.getByRole('radio', { name: 'Material' }).check();
  await sheet.getByLabel('What for').fill('Ballast');
  await sheet.getByLabel('Price each').fill('12,345');
  await sheet.getByText('Enter an amount with at most 2 decimals.').waitFor();
  await button(worker, 'Save costs').click();
  await expect(button(worker, 'Save costs')).toHaveAccessibleDescription('Check: Price each (EUR).');
  await sheet.getByLabel('Price each').fill('12,34');
  await sheet.getByLabel('Quantity').fill('2');
  await button(worker, 'Save costs').click();
  await expect(costs).toContainText(/Ballast.*€24\.68.*Total\s*€92\.18/, { timeout: 15_000 });
  const edit = (text: string) => costs.getByRole('button', { name: `Edit ${text}` });
  await edit('Ballast').click();
  await worker.getByRole('dialog').getByLabel('Quantity').fill('3');
  await button(worker, 'Save costs').click();
  await expect(costs).toContainText(/Ballast.*€37\.02/);
  await edit('Ballast').click();
  await button(worker, 'Remove').click();
  await expect(costs.getByRole('listitem').filter({ hasText: 'Ballast' })).toHaveCount(0);
  await button(worker, 'Show changes').click();
  await expect(costs.getByRole('listitem').filter({ hasText: 'Ballast' })).toHaveText([
    /Wanda removed this line:.*3 × €12\.34 = €37\.02/,
    /Wanda changed this line:.*2 × €12\.34 = €24\.68/,
  ]);
});

test('a worker sends a quote that puts the job on hold, and the client declines one and approves the next', async ({
  app,
  lobby: { anna, wanda },
  begun,
}) => {
  const worker = await app.open(wanda, phone, `/tickets/${begun}`);
  const form = worker.getByRole('dialog', { name: 'Send a quote' });
  const fill = async (text: string, price: string): Promise<void> => {
    await button(worker, 'Send quote').click();
    await form.getByLabel('What for').fill(text);
    await form.getByLabel('Price each').fill(price);
  };
  await fill('A new pump', '320');
  await button(worker, 'Add line').click();
  const second = form.getByRole('group', { name: 'Line 2' });
  await second.getByRole('radio', { name: 'Travel' }).check();
  await second.getByLabel('What for').fill('Two journeys');
  await second.getByLabel('Quantity').fill('2');
  await second.getByLabel('Price each').fill('15.50');
  await form.getByLabel('Note').fill('In stock');
  await form.getByLabel('Valid until').fill('2020-01-01');
  await form.getByText('This day is over.').waitFor();
  await form.getByLabel('Valid until').fill('2126-03-31');
  await expect(form).toContainText('Total: €351.00');
  await form.getByRole('button', { name: 'Send quote' }).click();
  await worker.locator('.reason-note', { hasText: 'On hold: A quote' }).waitFor({ timeout: 15_000 });
  await button(worker, 'Withdraw quote').waitFor();
  await expect(button(worker, 'Send quote')).toHaveCount(0);

  const client = await app.open(anna, desktop);
  const waiting = client.getByRole('region', { name: 'Quotes to answer' });
  await expect(waiting).toContainText(/A lamp is dark.*Quote: €351\.00.*A new pump.*Two journeys.*In stock.*Valid until.*2126/);
  // The link of a mail opens the page, and changes nothing.
  await client.goto(`${app.url}/app/tickets/${begun}`);
  const note = client.locator('.reason-note', { hasText: 'Quote:' });
  await note.getByRole('button', { name: /^Decline quote/ }).click();
  const dialog = client.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Decline quote' }).click();
  await expect(dialog.getByRole('button', { name: 'Decline quote' })).toHaveAccessibleDescription('Fill in: Reason.');
  await dialog.getByLabel('Reason').fill('A used one will do');
  await dialog.getByRole('button', { name: 'Decline quote' }).click();
  await expect(note).toHaveCount(0);
  await expect(costsOf(client)).toContainText(
    /Former quotes.*A new pump, Two journeys.*Declined · by .?Anna.*A used one will do/,
  );
  await expect(worker.locator('.reason-note', { hasText: 'On hold' })).toHaveCount(0, { timeout: 30_000 });

  await fill('A used pump', '200');
  await form.getByRole('button', { name: 'Send quote' }).click();
  await note.getByRole('button', { name: /^Approve quote/ }).click({ timeout: 30_000 });
  await expect(dialog).toContainText('The work may cost €200.00.');
  await dialog.getByRole('button', { name: 'Approve quote' }).click();
  await expect(costsOf(client)).toContainText(/Quoted\s*€200\.00\s*Approved\s*€200\.00/);
});

test('a month of costs: the card before confirming, a deputy, the limit, the numbers, the statement and the file', async ({
  app,
  lobby,
}) => {
  const { anna, wanda, project, object, report } = lobby;
  const deputy = await app.account('Dora', 'client');
  const reader = await app.account('Rita', 'client');
  await app.grant(anna, deputy, 'write');
  await app.grant(anna, reader, 'read');
  const annasId = await app.idOf(anna);
  const id = await report('The pump hums', 'take', 'start');
  await app.call(wanda, 'POST', `/ext/tickets/${id}/costs`, pump);
  await app.call(wanda, 'POST', `/ext/tickets/${id}/quotes`, { lines: [pump] });
  await app.transition(wanda, id, 'done');

  // Currency and limit of the project.
  const client = await app.open(anna, desktop, `/projects/${project}`);
  const section = client.getByRole('region', { name: 'Costs', exact: true });
  await expect(section).toContainText(/Currency\s*EUR.*No limit/);
  await button(client, 'Change costs').click();
  const dialog = client.getByRole('dialog');
  await dialog.getByLabel('Limit of a request (EUR)').fill('100');
  await dialog.getByLabel('Currency').selectOption('PLN');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('The currency stays, because there are costs or quotes in it.').waitFor();
  await dialog.getByLabel('Currency').selectOption('EUR');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(section).toContainText('€100.00');

  // The card before confirming.
  await visit(client, '/');
  const card = client.getByRole('article').filter({ hasText: 'The pump hums' });
  await expect(card).toContainText(/Costs: €320\.00 · Quoted: €320\.00 Over the limit/);
  await card.getByRole('button', { name: /^Approve quote/ }).waitFor();

  // Whoever may look only sees the quote, and answers nothing; a deputy who may write does.
  const acting = `/?act-for=${annasId}`;
  const looking = await app.open(reader, desktop, acting);
  await expect(looking.getByRole('article').filter({ hasText: 'The pump hums' })).toContainText('Quote: €320.00');
  await expect(looking.getByRole('button', { name: /quote/ })).toHaveCount(0);
  const helping = await app.open(deputy, phone, acting);
  await helping.getByRole('button', { name: /^Approve quote/ }).click();
  await helping.getByRole('dialog').getByRole('button', { name: 'Approve quote' }).click();
  await expect(card).toContainText('Approved: €320.00', { timeout: 30_000 });
  await expect(card).not.toContainText('Over the limit');
  // The card is confirmed with the keyboard.
  await card.getByRole('button', { name: /^Confirm/ }).focus();
  await client.keyboard.press('Enter');
  await visit(client, `/tickets/${id}`);
  await expect(costsOf(client)).toContainText('The request is closed: its costs cannot be changed any more.', {
    timeout: 15_000,
  });

  // What the building costs a year.
  await visit(client, `/buildings/${object}`);
  const facts = client.getByRole('region', { name: 'Facts' });
  await expect(facts).toContainText(/€320\.00.*in the last 12 months/);
  await facts.getByRole('link', { name: 'Statements of costs' }).waitFor();
  await visit(client, '/numbers');
  const numbers = client.getByRole('region', { name: 'Costs', exact: true });
  await expect(numbers).toContainText(/€320\.00.*in the last 12 months/);
  for (const tables of await numbers.locator('summary').all()) await tables.click();
  await expect(numbers.getByRole('table', { name: 'Costs by building' })).toContainText(/Lobby\s*€320\.00/);
  await expect(numbers.getByRole('table', { name: 'Costs by category' })).toContainText(/Other\s*€320\.00/);
  await numbers.getByRole('link', { name: 'Statements of costs' }).click();
  const month = new Date().toISOString().slice(0, 7);
  await client.getByLabel('Month', { exact: true }).selectOption(month);
  const statement = await download(client, button(client, 'Download statement (PDF)'));
  expect([statement.name, statement.bytes.subarray(0, 5).toString()]).toEqual([`costs-${month}.pdf`, '%PDF-']);
  const file = await download(client, button(client, 'Download file (CSV)'));
  expect(file.bytes.toString()).toContain('A new pump');

  const admin = await app.open(adminEmail, desktop, '/costs');
  await expect(button(admin, 'Download statement (PDF)')).toBeDisabled();
  await admin.getByRole('searchbox').fill(anna);
  await admin.locator('.option-list button').first().click();
  await admin.getByLabel('Month', { exact: true }).selectOption(month);
  const ofAnna = await download(admin, button(admin, 'Download statement (PDF)'));
  expect(ofAnna.bytes.length).toBeGreaterThan(1_000);
});

test('an admin adds costs until the request is closed, and an admin who acts for the client answers no quote', async ({
  app,
  lobby: { anna, wanda },
  begun,
}) => {
  await app.call(wanda, 'POST', `/ext/tickets/${begun}/quotes`, { lines: [pump] });
  const admin = await app.open(adminEmail, desktop, `/tickets/${begun}`);
  await costsOf(admin).getByRole('button', { name: 'Add costs' }).click();
  const sheet = admin.getByRole('dialog', { name: 'Add costs' });
  await sheet.getByLabel('What for').fill('Crane');
  await sheet.getByLabel('Price each').fill('99');
  await button(admin, 'Save costs').click();
  await expect(costsOf(admin)).toContainText(/Crane.*€99\.00/);
  await button(admin, 'Withdraw quote').waitFor();
  const acting = {
    sender: await app.idOf(adminEmail),
    principal: { id: await app.idOf(anna), name: 'Anna', role: 'client', scope: 'write' },
  };
  await admin.evaluate(`sessionStorage.setItem('callout.acting', ${JSON.stringify(JSON.stringify(acting))})`);
  await admin.reload();
  await admin.locator('.acting-bar').waitFor();
  await visit(admin, `/tickets/${begun}`);
  await admin.locator('.reason-note', { hasText: 'Quote: €320.00' }).waitFor();
  await expect(admin.getByRole('button', { name: /quote/ })).toHaveCount(0);
});
