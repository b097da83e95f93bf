import type { Module } from '../../../platform/module/module.ts';
import { chainRoutes } from './routes.ts';

/** A hash chain over the journal of each ticket. */
export const chain: Module = {
  name: 'chain',
  tables: ['ticket_chains', 'journal_replacements'],
  routes: chainRoutes,
};
