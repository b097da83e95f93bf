import { expect, test } from './fixtures.ts';
import { bell, markInvitationRead, notificationRows } from './notification-helpers.ts';
import { heading, phone } from './page-helpers.ts';
import { countTaps } from './tap-counter.ts';

test('the bell counts a new notification without a reload, and two taps open its request', async ({ app, lobby }) => {
  await markInvitationRead(app, lobby);
  const page = await app.open(lobby.wanda, phone);
  await heading(page, 'My work').waitFor();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await lobby.report('A lamp is dark');
  await expect(bell(page)).toHaveAccessibleName('Notifications 1');
  const taps = await countTaps(page);
  await bell(page).tap();
  await expect(notificationRows(page)).toContainText(['New request in your projects']);
  await page.getByRole('link', { name: 'A lamp is dark' }).tap();
  await heading(page, 'A lamp is dark').waitFor();
  expect(await taps()).toBe(2);
  await expect(bell(page), 'what was opened is read').toHaveAccessibleName('Notifications');
});
