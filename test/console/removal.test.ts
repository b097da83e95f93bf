import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { adminEmail, button, missingBrowser, phone, standsAt, startConsole } from './browser.ts';
import { photoFile } from './pictures.ts';
import { lobby } from './scene.ts';

it('removes photos when it can no longer be undone', { skip: missingBrowser }, async (test) => {
  const app = await startConsole();
  const { wanda, report } = await lobby(app);
  const id = await report('A lamp is dark');
  for (const op of ['take', 'start']) await app.call(wanda, 'PATCH', `/tickets/${id}/${op}`);
  for (const name of ['a.png', 'b.png', 'c.png', 'd.png', 'e.png', 'f.png']) await app.addPhoto(wanda, id, photoFile(name));
  const names = async (): Promise<string> => {
    const { items } = await app.call(wanda, 'GET', `/tickets/${id}/photos`);
    return items.map(({ original_name }: { original_name: string }) => original_name[0]).join('');
  };
  const gone = async (left: string): Promise<void> => {
    for (let wait = 0; wait < 50 && (await names()) !== left; wait++) await sleep(100);
    assert.equal(await names(), left);
  };
  const page = await app.open(wanda, phone);
  const photo = (name: string) => page.getByRole('button', { name: new RegExp(`: ${name}.png`) });
  const remove = async (name: string): Promise<void> => {
    await photo(name).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Photo removed.').waitFor();
  };
  await page.goto(`${app.url}/app/tickets/${id}`);

  await test.test('while there is an undo it works', async () => {
    await remove('a');
    await sleep(3_000);
    assert.equal(await names(), 'abcdef');
    await button(page, 'Undo').click();
    await photo('a').waitFor();
  });

  await test.test('when the notice is dismissed', async () => {
    await remove('a');
    await button(page, 'Dismiss').click();
    await gone('bcdef');
  });

  await test.test('when the page is left', async () => {
    await remove('b');
    await page.getByRole('link', { name: 'Free' }).last().click();
    await page.getByRole('heading', { name: 'Nothing is free' }).waitFor();
    await gone('cdef');
    await page.goBack();
    await photo('c').waitFor();
    assert.equal(await photo('b').count(), 0);
  });

  await test.test('and what is looked at stays when others remove what came before it', async () => {
    await photo('d').click();
    const { items } = await app.call(wanda, 'GET', `/tickets/${id}/photos`);
    await app.call(adminEmail, 'DELETE', `/tickets/${id}/photos/${items[0].id}`);
    await page.getByRole('dialog').getByText('Photo 1 of 3').waitFor();
    assert.equal(await page.getByRole('dialog').getByRole('img').getAttribute('alt'), 'd.png');
    await page.keyboard.press('Escape');
  });

  await test.test('when the page is loaded again', async () => {
    await remove('d');
    await page.reload();
    await gone('ef');
    await photo('e').waitFor();
    await photo('d').waitFor({ state: 'detached' });
  });

  await test.test('before the work is called done, which waits when the link is down', async () => {
    await remove('e');
    app.link.cut();
    await button(page, 'Mark as done').click();
    await page.getByText('No answer from the service').waitFor();
    await photo('e').waitFor();
    await standsAt(page, 'In work').waitFor();
    app.link.mend();
    await remove('e');
    await button(page, 'Mark as done').click();
    await standsAt(page, 'Done').waitFor();
    await gone('f');
    // The page shows the step before it is answered.
    const status = async (): Promise<string> => (await app.call(wanda, 'GET', `/tickets/${id}`)).status;
    for (let wait = 0; wait < 50 && (await status()) !== 'done'; wait++) await sleep(100);
    assert.equal(await status(), 'done');
  });
});
