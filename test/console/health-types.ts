import type { Static } from 'typebox';
import type { MailHealth } from '../../src/outbound/mail/health.ts';
import type { MessengerHealth } from '../../src/outbound/messenger/health.ts';
import type { StorageHealth } from '../../src/product/photos/health.ts';
import type { RulesHealth } from '../../src/product/recurring/health.ts';
import type { RetentionHealth } from '../../src/product/tickets/retention-health.ts';
import type * as health from '../../web/src/contract/health.ts';

// Checked by `tsc`, not run: the console cannot import the schemas of the health page, whose modules also have the checks.

type IsEqual<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;
type AssertTrue<Value extends true> = Value;

/** Does not compile when the console has other types of the health page than the service. */
export type HealthTypesAreEqual = [
  AssertTrue<IsEqual<health.MailHealth, Static<typeof MailHealth>>>,
  AssertTrue<IsEqual<health.MessengerHealth, Static<typeof MessengerHealth>>>,
  AssertTrue<IsEqual<health.StorageHealth, Static<typeof StorageHealth>>>,
  AssertTrue<IsEqual<health.RetentionHealth, Static<typeof RetentionHealth>>>,
  AssertTrue<IsEqual<health.RulesHealth, Static<typeof RulesHealth>>>,
];
