import type { Locator, Page } from '@playwright/test';
import { type App, expect, test } from '../fixtures.ts';
import { button, chooseFiles, desktop, download, heading, phone, visit } from '../page-helpers.ts';
import { pdfFile, photoFile } from '../pictures.ts';
import { readLabels } from '../portal-helpers.ts';

// Buildings, equipment, documents and announcements: each task once.

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const tile = (page: Page, name: string | RegExp): Locator => page.getByRole('list').getByRole('link', { name });

/** A lift in the lobby, by the API. @returns its id */
const addLift = async (app: App, client: string, object: number): Promise<number> =>
  (await app.call(client, 'POST', `/ext/objects/${object}/equipment`, { name: 'Lift 1', kind: 'Lift', location: 'Shaft' })).id;

test('the buildings are sorted by what is late, by the head of each column, and each row opens its building', async ({
  app,
  lobby,
}) => {
  const { anna, project, report } = lobby;
  const { id: quiet } = await app.call(anna, 'POST', `/projects/${project}/objects`, {
    name: 'Attic',
    address: 'River Street 14',
  });
  await app.call(anna, 'PATCH', `/objects/${quiet}`, { is_active: false });
  await report('The tap drips');
  const page = await app.open(anna, desktop, '/projects');
  // Beside the name of the project: the link covers the row.
  const row = await page.locator('.list-rows > li', { hasText: 'Tower' }).boundingBox();
  await page.mouse.click((row?.x ?? 0) + (row?.width ?? 0) - 30, (row?.y ?? 0) + 10);
  await heading(page, 'Tower').waitFor();
  await page.goBack();
  await page.getByRole('navigation', { name: 'Projects' }).getByRole('link', { name: 'Buildings' }).click();
  await heading(page, 'Buildings').waitFor();
  const names = page.getByRole('table').getByRole('link');
  await button(page, 'Sort by: Open').click();
  await expect(names).toHaveText(['Lobby', 'Attic']);
  await expect(page.getByRole('columnheader', { name: 'Open' })).toHaveAttribute('aria-sort', 'descending');
  await button(page, 'Sort by: Building').click();
  await expect(names).toHaveText(['Attic', 'Lobby']);
  await expect(page).toHaveURL(/sort=name/);
  await page.reload();
  await expect(names).toHaveText(['Attic', 'Lobby']);
  await expect(page.getByRole('row', { name: /Attic/ })).toContainText('Disabled');
  // Beside its name, too.
  await page.getByRole('row', { name: /Lobby/ }).getByRole('cell').last().click({ force: true }); // the link of the row lies over it
  await heading(page, 'Lobby').waitFor();

  const onPhone = await app.open(anna, phone, '/projects');
  await onPhone.getByRole('main').getByRole('link', { name: 'Buildings', exact: true }).click();
  await onPhone
    .getByRole('article')
    .filter({ hasText: 'Lobby' })
    .getByText(/\d open/)
    .click({ force: true });
  await heading(onPhone, 'Lobby').waitFor();
});

test('a building shows its requests, schedules and notes, and its numbers lead to lists', async ({ app, lobby }) => {
  const { anna, object, report } = lobby;
  await report('The tap drips');
  await app.call(anna, 'POST', '/recurring', {
    ...{ object_id: object, category: 'elevator', description: 'Check the lift', period_days: 7 },
    anchor_at: '2030-01-01T08:00:00Z',
  });
  const page = await app.open(anna, desktop, `/buildings/${object}`);
  await section(page, 'Open requests').getByRole('link', { name: 'The tap drips' }).waitFor();
  await section(page, 'Schedules').getByRole('link', { name: 'Check the lift' }).waitFor();
  await section(page, 'Access').getByRole('button', { name: 'Edit' }).click();
  await dialog(page).getByLabel('Access').fill('Ring at the porter');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(section(page, 'Access')).toContainText('Ring at the porter');

  await button(page, 'Edit').first().click();
  await dialog(page).getByLabel('Name').fill('Entrance hall');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await heading(page, 'Entrance hall').waitFor();
  await button(page, 'Disable').click();
  await page.getByText('Entrance hall disabled.').waitFor();
  await button(page, 'Enable').waitFor();

  await tile(page, /^0 Equipment$/).click();
  await expect(page.getByRole('heading', { name: 'Equipment', exact: true })).toBeFocused();
  await tile(page, /^1 Open requests$/).click();
  await heading(page, 'Requests').waitFor();
  await page.getByRole('link', { name: 'The tap drips' }).waitFor();
  await page.getByRole('button', { name: 'Remove filter: Building: Entrance hall' }).waitFor();
});

test('equipment is added, edited, labelled, disabled and deleted', async ({ app, lobby: { anna, object } }) => {
  const page = await app.open(anna, desktop, `/buildings/${object}`);
  await section(page, 'Equipment').getByRole('button', { name: 'Add equipment' }).click();
  await dialog(page).getByLabel('Name').fill('Lift 1');
  await dialog(page).getByLabel('Kind').fill('Lift');
  await dialog(page).getByLabel('Warranty until').fill(day(100));
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  const row = section(page, 'Equipment').getByRole('listitem');
  await expect(row).toContainText('In warranty');
  await row.getByRole('link', { name: 'Lift 1' }).click();
  await heading(page, 'Lift 1').waitFor();

  await button(page, 'Edit').click();
  await expect(dialog(page).getByLabel('Warranty until')).toHaveValue(day(100));
  await dialog(page).getByLabel('Warranty until').fill('');
  await dialog(page).getByLabel('Manufacturer').fill('Otis');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(section(page, 'Facts')).toContainText('Otis');
  await expect(section(page, 'Facts')).not.toContainText('In warranty');

  // Nothing is printed for an address that others cannot open, as that of this test.
  await page.route('**/ext/equipment/*/portal', async (route) => {
    const response = await route.fetch();
    const portal = await response.json();
    await route.fulfill({
      response,
      json: { ...portal, url: portal.url?.replace(app.url, 'https://callout.example.com') ?? null },
    });
  });
  await button(page, 'QR code').click();
  await dialog(page).getByRole('button', { name: 'Turn on' }).click();
  const url = (await dialog(page).getByRole('link', { name: 'Open page' }).getAttribute('href')) ?? '';
  const label = await download(page, dialog(page).getByRole('button', { name: 'Print label' }));
  const codes = await readLabels(await app.newPage(), label.bytes);
  expect(codes).toEqual([url.replace('https://callout.example.com', app.url)]);
  const tenant = await app.newPage(phone);
  await tenant.goto(codes[0] ?? '');
  await tenant.getByText('Lift 1').first().waitFor();
  await button(tenant, 'Send report').waitFor();
  await dialog(page).getByRole('button', { name: 'Close' }).click();

  await button(page, 'Disable').click();
  await page.getByText('Lift 1 disabled.').waitFor();
  await page.getByRole('main').getByText('Disabled', { exact: true }).waitFor();
  await button(page, 'Delete').click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await heading(page, 'Lobby').waitFor();
  await section(page, 'Equipment').getByText('No equipment yet').waitFor();
});

test('documents are dropped or chosen, corrected and deleted, and the page of expiring documents leads to them', async ({
  app,
  lobby: { anna, wanda, object },
}) => {
  const lift = await addLift(app, anna, object);
  const page = await app.open(anna, desktop, `/buildings/${object}`);
  const documents = section(page, 'Documents');
  await documents.getByRole('button', { name: 'Add document' }).click();
  await chooseFiles(page, dialog(page).getByRole('button', { name: 'Choose file' }), pdfFile('Fire safety.pdf'));
  await expect(dialog(page).getByLabel('Title')).toHaveValue('Fire safety');
  await dialog(page).getByLabel('Expires on').fill(day(10));
  await dialog(page).getByRole('button', { name: 'Add document' }).click();
  const row = documents.getByRole('listitem');
  await expect(row).toContainText(/Fire safety Expires on .*PDF · 1 kB · added by Anna/);
  await expect(tile(page, /^1 Documents$/)).toBeVisible();
  expect((await download(page, row.getByRole('link', { name: 'Fire safety' }))).bytes).toEqual(pdfFile('').buffer);

  // What is no document is refused in the dialog, which keeps the rest.
  await documents.getByRole('button', { name: 'Add document' }).click();
  const text = { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('just words') };
  await chooseFiles(page, dialog(page).getByRole('button', { name: 'Choose file' }), text);
  await dialog(page).getByRole('button', { name: 'Add document' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText(/PDF/);
  await drop(page, dialog(page).locator('.drop-zone'), photoFile('plan.png'));
  await dialog(page).getByText('plan.png').waitFor();
  await dialog(page).getByLabel('Title').fill('Floor plan');
  await dialog(page).getByRole('button', { name: 'Add document' }).click();
  await expect(row).toHaveCount(2);

  await button(page, 'Edit Fire safety').click();
  await dialog(page).getByLabel('Expires on').fill(day(400));
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(row.filter({ hasText: 'Fire safety' })).toContainText('Valid until');
  await button(page, 'Delete Floor plan').click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(1);

  await app.addDocument(anna, `/ext/equipment/${lift}`, pdfFile('lift.pdf'), 'Inspection certificate', day(-2));
  await visit(page, '/buildings');
  await page.getByRole('link', { name: 'Expiring documents' }).click();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('main').getByRole('listitem')).toContainText(/Inspection certificate Expired on/);
  await page.getByLabel('Expires within').selectOption('any time, or never');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2);
  await page.getByRole('link', { name: 'Lift 1' }).click();
  await heading(page, 'Lift 1').waitFor();

  const worker = await app.open(wanda, phone, `/equipment/${lift}`);
  await worker.getByRole('link', { name: 'Inspection certificate' }).waitFor();
  await expect(worker.getByRole('main').getByRole('button')).toHaveCount(0);
});

/** Drops a file as somebody does who drags it from another window. */
async function drop(page: Page, target: Locator, { name, mimeType, buffer }: ReturnType<typeof photoFile>): Promise<void> {
  const dataTransfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob('${buffer.toString('base64')}'), (letter) => letter.charCodeAt(0));
    transfer.items.add(new File([bytes], '${name}', { type: '${mimeType}' }));
    return transfer;
  })()`);
  await target.dispatchEvent('drop', { dataTransfer });
}

test('an announcement is shown behind the QR code and on requests until it is ended', async ({ app, lobby }) => {
  const { anna, wanda, object, report } = lobby;
  const id = await report('The tap drips', 'take');
  const { url } = await app.call(anna, 'POST', `/ext/objects/${object}/portal`);
  const page = await app.open(anna, desktop, `/buildings/${object}`);
  const announcements = section(page, 'Announcements');
  await announcements.getByRole('button', { name: 'Add announcement' }).click();
  await dialog(page).getByLabel('Text').fill('There is no water today.');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  const row = announcements.getByRole('listitem');
  await expect(row).toContainText('Shown now');
  await button(page, 'Edit There is no water today.').click();
  await dialog(page).getByLabel('Shown until').fill('2020-01-01T08:00');
  await dialog(page).getByText('The end must be after the beginning.').waitFor();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();

  const tenant = await app.newPage(phone);
  await tenant.goto(url);
  await tenant.getByText('There is no water today.').waitFor();
  const worker = await app.open(wanda, phone, `/tickets/${id}`);
  await worker.getByText('There is no water today.').waitFor();

  await button(page, 'End now There is no water today.').click();
  await expect(row).toContainText('Over');
  await tenant.reload();
  await expect(tenant.getByText('There is no water today.')).toHaveCount(0);
  await button(page, 'Delete There is no water today.').click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
});

test('a request is created about equipment, its worker corrects that, and the equipment knows its history', async ({
  app,
  lobby: { anna, wanda, object },
}) => {
  const lift = await addLift(app, anna, object);
  const { id: gate } = await app.call(anna, 'POST', `/ext/objects/${object}/equipment`, { name: 'Gate' });
  const page = await app.open(anna, phone, `/equipment/${lift}`);
  await heading(page, 'Lift 1').waitFor(); // the page before has such a link, too
  await page.getByRole('main').getByRole('link', { name: 'New request' }).click();
  await page.locator('.picker-selection', { hasText: 'Lift 1' }).waitFor();
  await page.getByRole('radio', { name: 'Lift', exact: true }).check();
  await page.getByLabel("What's wrong?").fill('It stands still');
  await button(page, 'Send request').click();
  await heading(page, 'It stands still').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Lift 1' }).waitFor();
  const id = Number(/\d+$/.exec(page.url())?.[0]);
  await app.transition(wanda, id, 'take');

  const worker = await app.open(wanda, desktop, `/tickets/${id}`);
  await button(worker, 'Change equipment').click();
  await dialog(worker).getByRole('button', { name: /^Gate/ }).click();
  await worker.getByRole('main').getByRole('link', { name: 'Gate' }).click();
  await heading(worker, 'Gate').waitFor();
  await section(worker, 'Requests').getByRole('link', { name: 'It stands still' }).waitFor();
  await visit(worker, `/tickets/${id}`);
  await button(worker, 'Change equipment').click();
  await dialog(worker).getByRole('button', { name: 'None of them' }).click();
  await button(worker, 'Choose equipment').waitFor();
  expect((await app.call(anna, 'GET', `/ext/tickets/${id}`)).equipment).toBeNull();

  await app.call(anna, 'PUT', `/ext/tickets/${id}/equipment`, { equipment_id: gate });
  await visit(page, `/equipment/${gate}`);
  await page.getByRole('link', { name: 'Show it in the list' }).click();
  await heading(page, 'Requests').waitFor();
  await page.getByRole('button', { name: 'Remove filter: Equipment: Gate' }).waitFor();
  await page.getByRole('link', { name: 'It stands still' }).waitFor();
});

test('the QR code of equipment is the form for people without an account, and leads others to its page', async ({
  app,
  lobby: { anna, object },
}) => {
  const lift = await addLift(app, anna, object);
  const { url } = await app.call(anna, 'POST', `/ext/equipment/${lift}/portal`);
  const page = await app.open(anna, phone);
  await page.goto(url);
  const link = page.getByRole('link', { name: 'For staff: open in the console' });
  await expect(page.locator('main > :first-child'), 'first where somebody is signed in').toHaveText(
    'For staff: open in the console',
  );
  await link.click();
  await heading(page, 'Lift 1').waitFor();

  const tenant = await app.newPage(phone);
  await tenant.goto(url);
  await expect(tenant.locator('main > :last-child')).toHaveText('For staff: open in the console');
  await tenant.getByRole('button', { name: 'Send report' }).waitFor();
});
