import { expect, test } from '../fixtures.ts';
import { button, currentStatus, desktop, heading, phone, visit } from '../page-helpers.ts';

const lines = Array.from({ length: 80 }, (_, line) => `Lamp ${line} of the stairs flickers and hums.`);
const long = lines.join('\n');

test('the reason of a rejection stands above a description that is folded', async ({ app, lobby: { anna, wanda, report } }) => {
  const id = await report(long, 'take', 'start', 'done');
  await app.call(anna, 'PATCH', `/tickets/${id}/reject`, { reason: 'It still flickers' });
  const worker = await app.open(wanda, phone, `/tickets/${id}`);
  const reason = await worker.locator('.reason-note', { hasText: 'It still flickers' }).boundingBox();
  const description = worker.locator('.description');
  const box = await description.boundingBox();
  expect(reason?.y).toBeLessThan(box?.y ?? 0);
  await expect(description.getByText('Lamp 79')).toHaveCount(0);
  await button(worker, 'Read more').click();
  await description.getByText('Lamp 79').waitFor();
  expect(await description.textContent()).toMatch(/hums\.\nLamp 79/);
  await button(worker, 'Show less').click();
  await expect(description.getByText('Lamp 79')).toHaveCount(0);
});

test('an open page says that another worker has taken the ticket', async ({ app, lobby: { wanda, addWorker, report } }) => {
  const walter = await addWorker('Walter');
  const id = await report('A lamp is dark');
  const worker = await app.open(wanda, phone, `/tickets/${id}`);
  await button(worker, 'Take job').waitFor();
  await app.transition(walter, id, 'take');
  await heading(worker, 'No longer available').waitFor();
  await worker.getByText('Another worker has taken this request').waitFor();
  await worker.getByRole('link', { name: 'View available requests' }).click();
  await heading(worker, 'Available').waitFor();
});

test("the address on a worker's card opens the map, the rest the ticket, and its arrow leads back", async ({ app, lobby }) => {
  await lobby.report('A lamp is dark');
  const worker = await app.open(lobby.wanda, phone, '/free');
  await worker.context().route(/openstreetmap/, (route) => route.fulfill({ body: 'a map' }));
  const card = worker.locator('.card').first();
  const address = card.getByRole('link', { name: 'Open map: River Street 12' });
  await Promise.all([worker.context().waitForEvent('page'), address.click()]);
  await expect(address).toHaveAttribute('href', /River%20Street%2012/);
  expect((await address.boundingBox())?.height, 'height of a touch target').toBeGreaterThanOrEqual(24);
  await card.click({ position: { x: 30, y: 50 } });
  await heading(worker, 'A lamp is dark').waitFor();
  await expect(worker.getByRole('link', { name: /^Route ?: River Street 12/ })).toHaveAttribute('href', /River%20Street/);
  await button(worker, 'Back').click();
  await heading(worker, 'Available').waitFor();
});

test('a ticket says who has to act, and its steps when they were', async ({ app, lobby: { anna, report } }) => {
  const id = await report('A lamp is dark', 'take', 'start', 'done');
  const page = await app.open(anna, desktop, `/tickets/${id}`);
  await expect(page.locator('.waiting-for')).toHaveText(/^Waiting for your confirmation since \d\d:\d\d$/);
  const steps = page.locator('.stepper li');
  await expect(steps).toHaveText([
    /^NewCreated \d\d:\d\d$/,
    /^AssignedTaken \d\d:\d\d$/,
    /^In progressStarted \d\d:\d\d$/,
    /^DoneFinished \d\d:\d\d$/,
    'Closed',
  ]);
  const people = page.getByRole('region', { name: 'People' });
  await expect(people.locator('.ticket-person')).toHaveText([/Anna.*Client · Created now/, /Wanda.*Worker · Taken now/]);
  const canceled = await report('A door sticks', 'take');
  await app.call(anna, 'PATCH', `/tickets/${canceled}/cancel`, { reason: 'Not needed any more' });
  await visit(page, `/tickets/${canceled}`);
  await currentStatus(page, 'Closed, cancelled').waitFor();
  await expect(steps.locator('.step-name')).toHaveText(['New', 'Assigned', 'Closed, cancelled']);
});

test('the drawer of the list shows the next operation without scrolling', async ({ app, lobby: { anna, report } }) => {
  const id = await report(long);
  const page = await app.open(anna, desktop, `/tickets?open=${id}`);
  const drawer = page.getByRole('region', { name: `Request #${id}` });
  await drawer.getByRole('heading', { name: lines[0] ?? '' }).waitFor();
  await expect(drawer.getByRole('button', { name: 'Assign' })).toBeInViewport({ ratio: 1 });
  await button(page, 'Read more').click();
  await expect(drawer.getByRole('button', { name: 'Assign' })).toBeInViewport({ ratio: 1 });
});

test('the page of a request says that its journal is verified, from when on, and that it was changed', async ({ app, lobby }) => {
  const { anna, wanda, report } = lobby;
  const id = await report('The lamp is dark', 'take');
  const page = await app.open(anna, desktop, `/tickets/${id}`);
  const line = page.locator('.journal-check');
  await expect(line).toHaveText('Journal verified');
  await expect(line).toHaveAttribute('title', /^No entry since .+ was changed or removed\.$/);
  await app.query('update ticket_chains set since = null where ticket_id = $1', [id]);
  await page.reload();
  await expect(line).not.toHaveAttribute('title');
  await expect(line).toHaveText('Journal verified');
  await app.query(`update ticket_events set comment = 'later' where ticket_id = $1 and action = 'assigned'`, [id]);
  await app.transition(wanda, id, 'start'); // it is checked again when something happens
  await expect(line).toHaveText('The activity was changed after it was recorded');
});

const dayOf = (at: string): string =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(at));

test('the page of a closed request says when it is deleted or archived', async ({ app, lobby: { anna, report, wanda } }) => {
  const id = await report('The lamp is dark', 'take', 'start', 'done');
  const page = await app.open(anna, desktop, `/tickets/${id}`);
  const note = page.locator('.removal-note');
  await page.locator('.journal-check').waitFor();
  await expect(note, 'an open request is not deleted').toHaveCount(0);
  await app.transition(anna, id, 'confirm');
  const { retention } = await app.call(wanda, 'GET', `/ext/tickets/${id}`);
  await expect(note).toHaveText(`Will be deleted on ${dayOf(retention.removes_at)}.`);
  let removes_at = retention.removes_at;
  await page.route(`**/ext/tickets/${id}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), retention: { removes_at, archived: true } } });
  });
  await page.reload();
  await expect(note).toHaveText(`Will be archived and removed on ${dayOf(removes_at)}.`);
  removes_at = new Date(Date.now() - 86_400_000).toISOString();
  await page.reload();
  await expect(note).toHaveText('Will be archived and removed soon.');
});

test('the list of workers names those who cannot be assigned, and why', async ({ app, lobby }) => {
  const id = await lobby.report('The gate is stuck');
  await lobby.inviteWorker('Ivan');
  const page = await app.open(lobby.anna, {}, `/tickets/${id}`);
  await page.getByRole('button', { name: 'Assign' }).click();
  await expect(page.getByRole('region', { name: 'Cannot be assigned' })).toContainText('has not answered the invitation');
  await app.call(lobby.anna, 'DELETE', `/projects/${lobby.project}/workers/${await app.idOf(lobby.wanda)}`);
  await page.reload();
  await page.getByRole('button', { name: 'Assign' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('link', { name: 'Open the project' }).waitFor();
  await expect(dialog, 'above one who is invited').not.toContainText('no workers');
});

test('what a client writes about the way in is on the page of each request, for the worker too', async ({ app, lobby }) => {
  const client = await app.open(lobby.anna, {}, `/projects/${lobby.project}`);
  await client.getByRole('button', { name: /^Access/ }).click();
  const dialog = client.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Access' }).fill('Key at the porter\nRing twice');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const id = await lobby.report('The lift does not stop');
  const worker = await app.open(lobby.wanda, {}, `/tickets/${id}`);
  await expect(worker.getByRole('region', { name: 'Access' })).toContainText('Key at the porter');
});

test('people change their own phone number', async ({ app, lobby }) => {
  const worker = await app.open(lobby.wanda, {}, '/profile');
  await worker.getByRole('button', { name: 'Edit' }).click();
  await worker.getByRole('textbox', { name: /^Phone/ }).fill('+49 30 77');
  await worker.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(worker.getByRole('region', { name: 'wanda' })).toContainText('+49 30 77');
});
