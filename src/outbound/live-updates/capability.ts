import type { Capability } from '../../platform/capability/capability.ts';
import { liveRoutes } from './routes.ts';

export const liveUpdates: Capability = {
  name: 'live updates',
  routes: liveRoutes,
  start: ({ notifications: listener, live }) => {
    listener.on('tickets', (ticketId) => live.ticketChanged(ticketId === undefined ? undefined : Number(ticketId)));
    listener.on('acting', (senderId) => live.actingRightsChanged(senderId));
    return { stop: async () => {} };
  },
};
