import { realPhoto } from '../../testing/real-photos.ts';
import { expect, test } from './fixtures.ts';
import { desktop, heading, phone } from './page-helpers.ts';
import { openPortal } from './portal-helpers.ts';

const picture = { name: 'hall.jpg', mimeType: 'image/jpeg', buffer: await realPhoto({ width: 64, height: 48 }) };

test('a resident reports a problem, the client accepts it, and the report follows', async ({
  app,
  lobby: { anna, wanda, object },
}) => {
  const url = await openPortal(app, anna, object);
  const office = await app.open(anna, desktop, '/reports');
  await expect(heading(office, 'Inbox')).toBeVisible();
  const resident = await app.newPage(phone);
  await resident.addInitScript('navigator.share = async ({ url }) => { document.title = url }');
  await resident.goto(url);
  await resident.getByLabel('Photos (up to 3)').setInputFiles([picture, picture]);
  await expect(resident.locator('.previews img')).toHaveCount(2);
  await resident.getByLabel('Plumbing').check();
  await resident.getByLabel('What is broken?').fill('Water comes through the ceiling');
  await resident.getByLabel('How can you be reached?').fill('Eve, second floor, 0151 5550123');
  await resident.getByRole('button', { name: 'Send report' }).click();
  await expect(heading(resident, 'Received')).toBeVisible();
  await expect(resident.getByAltText(/^Photo \d$/)).toHaveCount(2);
  await expect(async () => expect(await resident.evaluate('document.images[1].naturalWidth')).toBeGreaterThan(0)).toPass();
  await resident.getByRole('button', { name: 'Share or save the link' }).click();
  await expect(resident).toHaveTitle(`${url}/${resident.url().split('/').at(-1)?.split('?')[0]}`);
  expect(await resident.context().cookies()).toEqual([]);
  const copying = await app.newPage(desktop);
  await copying.addInitScript(`
    navigator.share = undefined;
    navigator.clipboard.writeText = async (url) => { document.title = url };
  `);
  await copying.goto(resident.url());
  await copying.getByRole('button', { name: 'Share or save the link' }).click();
  await expect(copying.getByRole('status')).toHaveText('Link copied');
  await expect(copying).toHaveTitle(await resident.title());

  // It appears by itself.
  const card = office.locator('.reports > li', { hasText: 'Water comes through the ceiling' });
  await expect(card.getByRole('link', { name: '0151 5550123' })).toHaveAttribute('href', 'tel:01515550123');
  await expect(card.locator('img')).toHaveCount(2);
  await expect(card).toContainText('Eve, second floor');
  await expect(card.getByLabel('Category')).toHaveValue('plumbing');
  await expect(office.getByRole('link', { name: 'Inbox 1' })).toBeVisible();
  await card.getByLabel('Priority').selectOption('high');
  await card.getByRole('button', { name: 'Create request' }).click();
  await expect(office.getByText(/^Request #\d+ was created/)).toBeVisible();
  const { items } = await app.call(anna, 'GET', '/ext/tickets');
  expect(items[0]).toMatchObject({ description: 'Water comes through the ceiling', priority: 'high', attachments: 2 });

  await resident.reload();
  await expect(heading(resident, 'Accepted')).toBeVisible();
  await expect(resident.getByRole('img')).toHaveCount(0);
  await app.transition(wanda, items[0].id, 'take', 'start');
  await resident.reload();
  await expect(heading(resident, 'In progress')).toBeVisible();
  await expect(resident.locator('body')).not.toContainText(/Wanda|Anna|#/);
});
