import type { Module } from '../../../platform/module/module.ts';
import { ownRows } from '../../../platform/module/personal-data.ts';
import { voidAfterPasswordChange, voidAllCalendarTokens } from './actions.ts';
import { calendarRoutes } from './routes.ts';

/** Coming runs of rules, and a feed for calendar programs (docs/reports.md, Calendar). */
export const calendar: Module = {
  name: 'calendar',
  tables: ['calendar_tokens'],
  personalData: [ownRows('calendar_tokens', 'user_id', { secrets: ['token_hash'] })],
  routes: calendarRoutes,
  passwordHook: voidAfterPasswordChange,
  credentials: { name: 'calendar feeds voided', isOptional: true, revokeAll: voidAllCalendarTokens },
};
