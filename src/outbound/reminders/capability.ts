import type { Capability } from '../../platform/capability/capability.ts';
import { remindOfNewTickets } from './reminders.ts';

export const reminders: Capability = {
  name: 'reminders',
  jobs: (deps) => [
    { name: 'reminders', everyMs: deps.config.messengerTickMs, run: (stopping) => remindOfNewTickets(deps, stopping) },
  ],
};
