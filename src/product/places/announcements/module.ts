import type { Module } from '../../../platform/module/module.ts';
import { announcementRoutes } from './routes.ts';
import { announcementsField } from './ticket-additions.ts';

/** Announcements about objects, which are shown for some time on their public pages and to workers. */
export const announcements: Module = {
  name: 'announcements',
  tables: ['announcements'],
  routes: announcementRoutes,
  ticketAdditions: () => ({ fields: [announcementsField] }),
};
