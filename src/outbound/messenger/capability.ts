import type { Capability } from '../../platform/capability/capability.ts';
import { hours } from '../../platform/lib/duration.ts';
import { deleteExpired } from './delete-expired.ts';
import { createMessengerHandler } from './delivery-handler.ts';
import { messengerCheck } from './health.ts';
import { Pollers } from './pollers.ts';
import { messengerRoutes } from './routes.ts';

export const messenger: Capability = {
  name: 'messenger',
  tables: ['bots', 'bind_codes', 'bot_updates'],
  routes: messengerRoutes,
  jobs: (deps) => [{ name: 'expired bind codes', everyMs: hours(1), run: () => deleteExpired(deps) }],
  subscriptions: [{ event: 'ticket', queue: 'messages', wants: ({ action, byRule }) => action === 'created' && byRule }],
  deliveryHandlers: (deps) => {
    const handler = createMessengerHandler(deps);
    // An answer that was sent shows as well as a notice that the messenger takes messages.
    return { messages: { handler, recordAs: 'messages' }, answers: { handler, recordAs: 'messages' } };
  },
  start: (deps) => new Pollers(deps, deps.notifications),
  healthChecks: (deps) => [messengerCheck(deps)],
};
