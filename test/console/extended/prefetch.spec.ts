import { expect, test } from '../fixtures.ts';
import { login, phone } from '../page-helpers.ts';

test('the jobs of a worker are read ahead, although the script for it failed to load at first', async ({
  app,
  lobby: { wanda, report },
}) => {
  const id = await report('A lamp is dark', 'take');
  const page = await app.newPage(phone);
  let loads = 0;
  await page.route(/\/open-jobs[^/]*\.js$/, (route) => {
    loads++;
    return loads === 1 ? route.abort() : route.continue();
  });
  await page.goto(`${app.url}/app/`);
  await login(page, wanda);
  await expect.poll(() => loads).toBe(1);
  await page.getByText('A lamp is dark').first().waitFor();
  const readJob = page.waitForResponse((response) => new URL(response.url()).pathname === `/tickets/${id}`);
  await page.evaluate("dispatchEvent(new Event('offline')); dispatchEvent(new Event('online'))");
  expect((await readJob).ok()).toBe(true);
});
