import type { Module } from '../../../platform/module/module.ts';

/** Bundles of the tickets that retention removes (docs/reports.md, Archive). */
export const archive: Module = {
  name: 'archive',
  archiveTickets: async (...args) => (await import('./archive-tickets.ts')).archiveExpiredTickets(...args),
};
