import type { Static } from 'typebox';
import { modules } from '../src/modules.ts';
import type { MailHealth } from '../src/outbound/mail/health.ts';
import type { MessengerHealth } from '../src/outbound/messenger/schemas.ts';
import type { Deps } from '../src/platform/module/deps.ts';
import { readHealth } from '../src/platform/system/routes.ts';
import type { StorageHealth } from '../src/product/files/photos/schemas.ts';
import type { RulesHealth } from '../src/product/schedules/recurring/schemas.ts';
import type { RetentionHealth } from '../src/product/tickets/schemas.ts';

interface Health {
  state: 'ok' | 'trouble';
  messenger: Static<typeof MessengerHealth>;
  mail: Static<typeof MailHealth>;
  storage: Static<typeof StorageHealth>;
  retention: Static<typeof RetentionHealth>;
  rules: Static<typeof RulesHealth>;
}

/** @returns what `GET /ext/health` answers, without its cache */
export async function readHealthOf(deps: Deps): Promise<Health> {
  const checks = modules.flatMap((one) => one.healthChecks?.(deps) ?? []);
  return Object.assign(await readHealth(checks, deps.clock())) as Health;
}
