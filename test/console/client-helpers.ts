import type { Page } from '@playwright/test';
import type { App } from './fixtures.ts';
import { phone, stopClock } from './page-helpers.ts';
import { photoFile } from './pictures.ts';
import type { Lobby } from './seed.ts';

/** Reports a ticket and takes it to `done`. */
export async function finish(app: App, { wanda, report }: Lobby, description: string, photos: string[] = []): Promise<number> {
  const id = await report(description, 'take', 'start');
  for (const name of photos) await app.addPhoto(wanda, id, photoFile(name));
  await app.transition(wanda, id, 'done');
  return id;
}

/** The home page of the client, whose time stands still: what is held for some seconds is not sent meanwhile. */
export async function openWithoutTime(app: App, email: string): Promise<Page> {
  const page = await app.openWithClock(email, phone);
  await page.locator('.decision').getByRole('button', { name: 'Confirm' }).waitFor();
  await stopClock(page);
  return page;
}
