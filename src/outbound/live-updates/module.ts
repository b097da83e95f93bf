import type { Module } from '../../platform/module/module.ts';
import { liveRoutes } from './routes.ts';

export const liveUpdates: Module = {
  name: 'live updates',
  routes: liveRoutes,
  start: ({ notifications: listener, liveUpdates }) => {
    listener.on('tickets', (ticketId) => liveUpdates.ticketChanged(ticketId === undefined ? undefined : Number(ticketId)));
    listener.on('acting', (senderId) => liveUpdates.actingRightsChanged(senderId));
    // After a lost connection, the listener above lets everything be read again.
    listener.on('internal_comments', (ticketId) => ticketId !== undefined && liveUpdates.ticketChanged(Number(ticketId), true));
    return { stop: async () => {} };
  },
};
