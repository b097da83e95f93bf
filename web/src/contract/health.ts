import type { Static } from 'typebox';
import type * as mail from '../../../src/outbound/mail/schemas.ts';
import type * as messenger from '../../../src/outbound/messenger/schemas.ts';
import type * as system from '../../../src/platform/system/schemas.ts';
import type * as deadlines from '../../../src/product/deadlines/schemas.ts';
import type * as photos from '../../../src/product/photos/schemas.ts';
import type * as recurring from '../../../src/product/recurring/schemas.ts';
import type * as tickets from '../../../src/product/tickets/schemas.ts';

export type About = Static<typeof system.About>;

export type MailHealth = Static<typeof mail.MailHealth>;
export type MessengerHealth = Static<typeof messenger.MessengerHealth>;
export type StorageHealth = Static<typeof photos.StorageHealth>;
export type RetentionHealth = Static<typeof tickets.RetentionHealth>;
export type RulesHealth = Static<typeof recurring.RulesHealth>;
export type DeadlinesHealth = Static<typeof deadlines.DeadlinesHealth>;

/** The answer of `GET /ext/health`: one part for each check that is shown. */
export interface Health {
  state: 'ok' | 'trouble';
  checked_at: string;
  messenger: MessengerHealth;
  mail: MailHealth;
  storage: StorageHealth;
  retention: RetentionHealth;
  rules: RulesHealth;
  deadlines: DeadlinesHealth;
}
