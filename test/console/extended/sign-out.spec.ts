import { expect, test } from '../fixtures.ts';
import { button, fileInput, finishJob, login, phone, visit } from '../page-helpers.ts';
import { photoFile } from '../pictures.ts';

test('the profile warns before signing out that photos and operations wait to be sent', async ({ app, lobby }) => {
  const { wanda } = lobby;
  const id = await lobby.report('A lamp is dark');
  await app.transition(wanda, id, 'take', 'start');
  const page = await app.open(wanda, phone);
  const panel = page.locator('section[aria-labelledby=sign-out]');
  await visit(page, '/profile');
  await panel.waitFor();
  await expect(panel.getByText('Not sent yet')).toHaveCount(0);

  const changes = /\/tickets\/\d+\/(photos|done)$/;
  await page.route(changes, (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()));
  await visit(page, `/tickets/${id}`);
  await fileInput(page).setInputFiles(photoFile('lamp.png'));
  await page.getByAltText('lamp.png').waitFor();
  await finishJob(page);
  await page.locator('.queued-operation').waitFor();
  await visit(page, '/profile');
  await panel.getByText('Not sent yet: 1 photo, 1 update.').waitFor();
  await button(page, 'Sign out').click();
  await page.locator('input[type=password]').waitFor();

  await page.unroute(changes);
  await login(page, wanda);
  await visit(page, '/profile');
  await expect.poll(() => app.ticketStatus(wanda, id), { timeout: 40_000 }).toBe('done');
  await panel.getByText('Not sent yet').waitFor({ state: 'detached' });
});
