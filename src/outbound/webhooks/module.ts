import { sql } from 'kysely';
import { hours } from '../../platform/lib/duration.ts';
import { prefix } from '../../platform/metrics/metrics.ts';
import type { Module } from '../../platform/module/module.ts';
import { gaugeCounts } from '../../platform/system/gauges.ts';
import { disableAfterPasswordChange, disableAllWebhooks, disableOfEndedTokens } from './actions.ts';
import { webhookSubscriptions } from './events.ts';
import { webhookData } from './personal-data.ts';
import { deleteOldWebhookDeliveries } from './retention.ts';
import { webhookRoutes } from './routes.ts';
import { contextOf } from './secrets.ts';
import { WebhookWorker } from './worker.ts';

/** Sends events to other systems (docs/webhooks.md). */
export const webhooks: Module = {
  name: 'webhooks',
  tag: 'webhooks',
  tables: ['webhooks', 'webhook_deliveries'],
  personalData: webhookData,
  encryptedColumns: [
    { table: 'webhooks', key: 'id', column: 'secret', contextOf },
    { table: 'webhooks', key: 'id', column: 'previous_secret', contextOf },
  ],
  routes: webhookRoutes,
  subscriptions: webhookSubscriptions,
  passwordHook: disableAfterPasswordChange,
  apiTokenHook: (deps) => (tx, now) => disableOfEndedTokens(tx, deps, now),
  credentials: { name: 'webhooks disabled', isOptional: true, revokeAll: disableAllWebhooks },
  jobs: (deps) => [
    { name: 'old webhook deliveries', everyMs: hours(1), run: (stopping) => deleteOldWebhookDeliveries(deps, stopping) },
  ],
  gauges: (deps) => {
    gaugeCounts(deps, {
      name: `${prefix}webhooks`,
      help: 'Webhooks, by state (working, failing, disabled)',
      labelName: 'state',
      query: sql`
        select state as label, (
          select count(*) from webhooks
          where case when not is_active then 'disabled' when failing_since is null then 'working' else 'failing' end = state) as n
        from unnest(array['working', 'failing', 'disabled']) as state`,
    });
    gaugeCounts(deps, {
      name: `${prefix}webhook_deliveries_waiting`,
      help: 'Deliveries of enabled webhooks that are due, under way or tried again later, by state of the webhook (working, failing)',
      labelName: 'state',
      query: sql`
        select state as label, (
          select count(*) from webhook_deliveries as d join webhooks as hook on hook.id = d.webhook_id
          where d.state = 'pending' and hook.is_active and (hook.failing_since is null) = (state = 'working')) as n
        from unnest(array['working', 'failing']) as state`,
    });
  },
  start: (deps) => new WebhookWorker(deps),
};
