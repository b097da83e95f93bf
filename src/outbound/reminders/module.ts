import type { Module } from '../../platform/module/module.ts';
import { remindOfNewTickets } from './reminders.ts';

export const reminders: Module = {
  name: 'reminders',
  jobs: (deps) => [
    { name: 'reminders', everyMs: deps.config.messengerTickMs, run: (stopping) => remindOfNewTickets(deps, stopping) },
  ],
};
