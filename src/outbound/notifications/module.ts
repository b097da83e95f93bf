import { days, hours, minutes, seconds } from '../../platform/lib/duration.ts';
import type { Module } from '../../platform/module/module.ts';
import type { TicketAction } from '../../product/tickets/lifecycle.ts';
import { createFanOut } from './fan-out.ts';
import { createMailChannel } from './mail-channel.ts';
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
const actionsWithoutMessage: ReadonlySet<TicketAction> = new Set(['photo_added', 'photo_removed']);

/** Notifies accounts of what concerns them (docs/notifications.md). */
export const notifications: Module = {
  name: 'notifications',
  tables: ['notifications', 'notification_sends', 'notification_preferences', 'push_keys', 'push_subscriptions', 'push_receipts'],
  personalData: notificationData,
  encryptedColumns: [{ table: 'push_keys', key: 'id', column: 'private_key', contextOf }],
  routes: (api, deps) => {
    notificationRoutes(api, deps);
    pushRoutes(api, deps);
  },
  subscriptions: [
    { event: 'ticket', queue: 'notifications', wants: ({ action }) => !actionsWithoutMessage.has(action) },
    { event: 'ticket_edited', queue: 'notifications', wants: () => true },
    { event: 'comment_added', queue: 'notifications', wants: () => true },
    { event: 'invitation', queue: 'notifications', wants: () => true },
    { event: 'hand_back', queue: 'notifications', wants: () => true },
    { event: 'ticket_on_hold', queue: 'notifications', wants: () => true },
    { event: 'hold_ended', queue: 'notifications', wants: () => true },
    ...(
      [
        'appointment_set',
        'appointment_canceled',
        'appointment_soon',
        'quote_sent',
        'quote_answered',
        'appointment_answered',
        'worker_on_the_way',
      ] as const
    ).map((event) => ({
      event,
      queue: 'notifications',
      wants: () => true,
    })),
    { event: 'document_expiring', queue: 'notifications', wants: () => true },
    { event: 'report_received', queue: 'notifications', wants: () => true },
    { event: 'rule_worker_missing', queue: 'notifications', wants: () => true },
    { event: 'deadline', queue: 'notifications', wants: () => true },
    { event: 'webhook_disabled', queue: 'notifications', wants: () => true },
  ],
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
