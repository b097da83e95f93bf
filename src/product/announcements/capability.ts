import type { Capability } from '../../platform/capability/capability.ts';
import { announcementRoutes } from './routes.ts';
import { announcementsField } from './ticket-additions.ts';

/** What is told about objects for some time, on their public pages and to workers. */
export const announcements: Capability = {
  name: 'announcements',
  tables: ['announcements'],
  routes: announcementRoutes,
  ticketAdditions: () => ({ fields: [announcementsField] }),
};
