import { expect, test } from '../fixtures.ts';
import { button, currentStatus, desktop, heading, phone, visit } from '../page-helpers.ts';

const lines = Array.from({ length: 80 }, (_, line) => `Lamp ${line} of the stairs flickers and hums.`);
const long = lines.join('\n');

test('the reason of a rejection stands above a description that is folded', async ({ app, lobby: { anna, wanda, report } }) => {
  const id = await report(long);
  await app.transition(wanda, id, 'take', 'start', 'done');
  await app.call(anna, 'PATCH', `/tickets/${id}/reject`, { reason: 'It still flickers' });
  const worker = await app.open(wanda, phone);
  await visit(worker, `/tickets/${id}`);
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

test('the page of a cancelled ticket shows how far it had come', async ({ app, lobby: { anna, wanda, report } }) => {
  const id = await report('A lamp is dark');
  await app.transition(wanda, id, 'take');
  await app.call(anna, 'PATCH', `/tickets/${id}/cancel`, { reason: 'Not needed any more' });
  const client = await app.open(anna, phone);
  await visit(client, `/tickets/${id}`);
  await currentStatus(client, 'Closed, cancelled').waitFor();
  await expect(client.locator('.stepper li .step-name')).toHaveText(['New', 'Assigned', 'Closed, cancelled']);
});

test('an open page says that another worker has taken the ticket', async ({ app, lobby: { anna, wanda, project, report } }) => {
  const walter = await app.account('Walter', 'worker');
  const { id: worker_id } = await app.call(walter, 'GET', '/auth/me');
  await app.call(anna, 'POST', `/projects/${project}/workers`, { worker_id });
  await app.call(walter, 'POST', `/projects/${project}/invitation/accept`);
  const id = await report('A lamp is dark');
  const worker = await app.open(wanda, phone);
  await visit(worker, `/tickets/${id}`);
  await button(worker, 'Accept').waitFor();
  await app.transition(walter, id, 'take');
  await heading(worker, 'No longer available').waitFor();
  await worker.getByText('Another worker has accepted this request').waitFor();
  await worker.getByRole('link', { name: 'View available requests' }).click();
  await heading(worker, 'Available').waitFor();
});

test('a client assigns a worker and is told so', async ({ app, lobby: { anna, report } }) => {
  const id = await report(long);
  const client = await app.open(anna, phone);
  await visit(client, `/tickets/${id}`);
  await button(client, 'Assign').click();
  await client.getByRole('dialog').getByRole('button', { name: /Wanda/ }).click();
  await client.locator('.toast', { hasText: 'Assigned to Wanda.' }).waitFor();
});

test('a ticket is called by the first line of its description; the rest stands below', async ({
  app,
  lobby: { wanda, report },
}) => {
  const id = await report('The lamp on the stairs is dark\nSince Monday.\nRing at the ground floor.');
  const page = await app.open(wanda, phone);
  await visit(page, `/tickets/${id}`);
  await heading(page, 'The lamp on the stairs is dark').waitFor();
  await expect(page.locator('.description')).toHaveText('Since Monday.\nRing at the ground floor.');
  await expect(page.locator('.ticket-head')).toContainText(`#${id}`);
  await expect(page.locator('.ticket-head')).toContainText('New');
  expect(await page.getByRole('link', { name: /^Route ?: River Street 12/ }).getAttribute('href')).toContain('River%20Street');
});

test('the arrow of a ticket leads back to the list', async ({ app, lobby: { wanda, report } }) => {
  await report('A lamp is dark');
  const page = await app.open(wanda, phone);
  await page.getByRole('link', { name: 'Available' }).last().click();
  await page.getByRole('link', { name: 'A lamp is dark' }).click();
  await button(page, 'Back').click();
  await heading(page, 'Available').waitFor();
});

test('a ticket says who has to act and since when, and each step its time', async ({ app, lobby: { anna, wanda, report } }) => {
  const id = await report('A lamp is dark');
  await app.transition(wanda, id, 'take', 'start', 'done');
  const page = await app.open(anna, desktop);
  await visit(page, `/tickets/${id}`);
  await expect(page.locator('.waiting-for')).toHaveText(/^Waiting for your confirmation since \d\d:\d\d$/);
  await expect(page.locator('.stepper li')).toHaveText([
    /^NewCreated \d\d:\d\d$/,
    /^AssignedAccepted \d\d:\d\d$/,
    /^In progressStarted \d\d:\d\d$/,
    /^DoneFinished \d\d:\d\d$/,
    'Closed',
  ]);
  const people = page.getByRole('region', { name: 'People' });
  await expect(people.locator('.ticket-person')).toHaveText([/Anna.*Client · Created now/, /Wanda.*Worker · Accepted now/]);
  const actions = await page.locator('.action-bar').boundingBox();
  const steps = await page.locator('.stepper').boundingBox();
  expect(actions?.x, 'the operations are on the right').toBeGreaterThan((steps?.x ?? 0) + (steps?.width ?? 0));
});

test('the drawer of the list shows the next operation without scrolling', async ({ app, lobby: { anna, report } }) => {
  const id = await report(long);
  const page = await app.open(anna, desktop);
  await visit(page, `/tickets?open=${id}`);
  const drawer = page.getByRole('region', { name: `Request #${id}` });
  await drawer.getByRole('heading', { name: lines[0] ?? '' }).waitFor();
  await expect(drawer.getByRole('button', { name: 'Assign' })).toBeInViewport({ ratio: 1 });
  await button(page, 'Read more').click();
  await expect(drawer.getByRole('button', { name: 'Assign' })).toBeInViewport({ ratio: 1 });
});
