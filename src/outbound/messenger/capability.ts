import type { Capability } from '../../platform/capability/capability.ts';
import { hours } from '../../platform/lib/duration.ts';
import { deleteExpired } from './delete-expired.ts';
import { Pollers } from './pollers.ts';
import { messengerRoutes } from './routes.ts';

export const messenger: Capability = {
  name: 'messenger',
  tables: ['bots', 'bind_codes', 'bot_updates'],
  routes: messengerRoutes,
  jobs: (deps) => [{ name: 'expired bind codes', everyMs: hours(1), run: () => deleteExpired(deps) }],
  start: (deps) => new Pollers(deps, deps.notifications),
};
