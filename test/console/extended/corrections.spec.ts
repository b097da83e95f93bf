import { auditPage } from '../audit.ts';
import { adminEmail } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { button, desktop, heading, phone, visit } from '../page-helpers.ts';

test('a request is corrected, tagged, linked and commented on internally', async ({ app, lobby }) => {
  const { anna, wanda, report } = lobby;
  const other = await report('The cellar lamp is dark as well');
  const id = await report('The lamp is drak', 'take');
  const client = await app.open(anna, desktop, `/tickets/${id}`);
  const entries = (page: typeof client) => page.locator('.timeline [role=listitem]');

  // 1. The correction is in the timeline, with what was there before.
  await button(client, 'Edit').click();
  const dialog = client.getByRole('dialog', { name: 'Edit request' });
  await dialog.getByRole('textbox', { name: 'Description' }).fill('The lamp is dark');
  await dialog.getByRole('radio', { name: 'High' }).check({ force: true });
  expect(await auditPage(client, 'edit-request')).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await heading(client, 'The lamp is dark').waitFor();
  await expect(entries(client).first()).toContainText('Anna corrected the request');
  await expect(entries(client).first().locator('del')).toHaveText(['The lamp is drak', 'Normal']);
  await expect(entries(client).first().locator('ins')).toHaveText(['The lamp is dark', 'High']);

  // 2. An internal comment waits for a connection as such, and the client does not see it.
  const worker = await app.open(wanda, phone, `/tickets/${id}`);
  await heading(worker, 'The lamp is dark').waitFor();
  await worker.getByRole('switch', { name: 'Internal' }).check({ force: true });
  await worker.getByRole('textbox', { name: 'Comment' }).fill('The wiring is a hazard');
  app.link.disconnect();
  await button(worker, 'Send internal comment').click();
  await expect(entries(worker).first()).toContainText('Only admins and the assigned worker read it');
  app.link.restore();
  await expect.poll(() => internalOf(id), { timeout: 30_000 }).toEqual([true]);
  await worker.reload();
  await expect(entries(worker).first()).toContainText('Only admins and the assigned worker read it');
  await expect(worker.getByRole('switch', { name: 'Internal' })).toBeChecked();
  await expect(client.getByRole('switch', { name: 'Internal' })).toHaveCount(0);

  // 3. A tag that another request has is suggested; it leads to the list.
  await app.call(anna, 'PUT', `/ext/tickets/${other}/tags`, { tags: ['Warranty'] });
  await client.reload();
  await button(client, 'Add tag').click();
  const tag = client.getByRole('textbox', { name: 'Tag' });
  await tag.fill('warr');
  await client
    .getByRole('dialog', { name: 'Add tag' })
    .getByRole('button', { name: /^Warranty/ })
    .click();
  await button(client, 'Remove tag: Warranty').waitFor();
  await button(client, 'Add tag').click();
  await tag.fill('storm');
  await tag.press('Enter');
  await button(client, 'Remove tag: storm').click();
  await expect(button(client, 'Remove tag: storm')).toHaveCount(0);
  await expect(button(client, 'Add tag')).toBeFocused();

  // 4. A request that is found by its number is linked, and unlinked from its own page.
  await button(client, 'Link request').click();
  const linking = client.getByRole('dialog', { name: 'Link request' });
  await linking.getByRole('combobox', { name: 'This request …' }).selectOption('blocks');
  await linking.getByRole('searchbox').fill(`#${other}`);
  await linking.getByRole('button', { name: /The cellar lamp/ }).click();
  const links = client.getByRole('region', { name: 'Linked requests' });
  await expect(links.getByRole('listitem')).toContainText(['Blocks']);
  await links.getByRole('link', { name: 'The cellar lamp is dark as well' }).click();
  await heading(client, 'The cellar lamp is dark as well').waitFor();
  await expect(links.getByRole('listitem')).toContainText(['Blocked by']);
  await button(client, `Remove link to request #${id}`).click();
  await expect(links).toHaveCount(0);
  await expect(button(client, 'Link request')).toBeFocused();

  await client.getByRole('link', { name: 'Warranty' }).click();
  await client.getByRole('button', { name: 'Remove filter: Tag: Warranty' }).waitFor();
  await expect(client.locator('[data-ticket]')).toHaveCount(2);

  async function internalOf(ticket: number): Promise<boolean[]> {
    const { items } = await app.call(adminEmail, 'GET', `/ext/tickets/${ticket}/comments`);
    return items.map(({ internal }: { internal: boolean }) => internal);
  }
});

test('a snippet is made and inserted as the reason of a rejection', async ({ app, lobby: { anna, report } }) => {
  const id = await report('The lamp is dark', 'take', 'start', 'done');
  const page = await app.open(anna, phone, '/snippets');
  await button(page, 'New snippet').click();
  const dialog = page.getByRole('dialog', { name: 'New snippet' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('No photo');
  await dialog.getByRole('combobox', { name: 'For' }).selectOption('reject');
  await dialog.getByRole('textbox', { name: 'Text' }).fill('A photo of the finished work is missing.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Edit No photo' }).waitFor();
  await visit(page, `/tickets/${id}`);
  await button(page, 'Request rework').click();
  const reason = page.getByRole('dialog', { name: /rework/i }).first();
  await reason.getByRole('button', { name: 'Insert snippet' }).click();
  await page
    .getByRole('dialog', { name: 'Insert snippet' })
    .getByRole('button', { name: /^No photo/ })
    .click();
  await expect(reason.getByRole('textbox')).toHaveValue('A photo of the finished work is missing.');
});
