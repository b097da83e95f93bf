import type { Capability } from '../../platform/capability/capability.ts';

/** Bundles of the tickets that retention removes (docs/reports.md, Archive). */
export const archive: Capability = {
  name: 'archive',
  archiveTickets: async (...args) => (await import('./archive-tickets.ts')).archiveExpiredTickets(...args),
};
