import { days, hours, minutes, seconds } from '../../platform/lib/duration.ts';
import type { Module } from '../../platform/module/module.ts';
import { createFanOut } from './fan-out.ts';
import { createMailChannel } from './mail-channel.ts';
import { notificationSubscriptions } from './message-sources.ts';
import { createMessengerChannel } from './messenger-channel.ts';
import { notificationData } from './personal-data.ts';
import { contextOf } from './push/keys.ts';
import { pushRoutes } from './push/routes.ts';
import { deleteEndedSubscriptions } from './push/subscriptions.ts';
import { createPushChannel } from './push-channel.ts';
import { notificationRoutes } from './routes.ts';
import { createSendHandler } from './send-handler.ts';
import { giveUpSend, releaseWaiting, tidyUp } from './sends.ts';
import { remindOfConfirmations } from './waiting-confirmations.ts';

const keepMs = days(90);

/** Notifies accounts of what concerns them (docs/notifications.md). */
export const notifications: Module = {
  name: 'notifications',
  tag: 'notifications',
  tables: ['notifications', 'notification_sends', 'notification_preferences', 'push_keys', 'push_subscriptions', 'push_receipts'],
  personalData: notificationData,
  encryptedColumns: [{ table: 'push_keys', key: 'id', column: 'private_key', contextOf }],
  routes: (api, deps) => {
    notificationRoutes(api, deps);
    pushRoutes(api, deps);
  },
  subscriptions: notificationSubscriptions,
  deliveryHandlers: (deps) => ({
    notifications: { handler: createFanOut(deps), recordAs: 'notifications', policy: { concurrency: 2, perTenant: 1 } },
    notification_messages: {
      handler: createSendHandler(deps, createMessengerChannel(deps)),
      recordAs: 'messages',
      policy: { concurrency: 4, perTenant: 1 },
    },
    notification_mails: {
      handler: createSendHandler(deps, createMailChannel(deps)),
      recordAs: 'mails',
      policy: { concurrency: 4, perTenant: 2 },
    },
    notification_pushes: {
      handler: createSendHandler(deps, createPushChannel(deps)),
      recordAs: 'pushes',
      policy: { concurrency: 8, perTenant: 2 },
    },
  }),
  dropHooks: {
    notification_messages: giveUpSend,
    notification_mails: giveUpSend,
    notification_pushes: giveUpSend,
  },
  jobs: (deps) => [
    { name: 'waiting notifications', everyMs: seconds(15), run: (stopping) => releaseWaiting(deps, stopping) },
    { name: 'waiting confirmations', everyMs: minutes(5), run: (stopping) => remindOfConfirmations(deps, stopping) },
    { name: 'ended push subscriptions', everyMs: hours(1), run: () => deleteEndedSubscriptions(deps) },
    { name: 'old notifications', everyMs: hours(1), run: (stopping) => tidyUp(deps, keepMs, stopping) },
  ],
  start: ({ notifications: listener, liveUpdates }) => {
    listener.on('notifications', (accountId) => liveUpdates.send(accountId, 'notifications', {}));
    return { stop: async () => {} };
  },
};
