import { Type } from 'typebox';
import { responses } from '../../platform/http/openapi.ts';
import { webhookChanges, webhookRedeliveries } from '../../platform/http/rate-limits.ts';
import { OkAnswer, ok, UuidParams } from '../../platform/http/schemas.ts';
import type { TypedFastify } from '../../platform/http/typed-fastify.ts';
import type { RouteDeps } from '../../platform/module/module.ts';
import type { Role } from '../../platform/security/roles.ts';
import { changeWebhook, createWebhook, deleteWebhook, redeliver, rotateSecret, sendTestMessage } from './actions.ts';
import { WebhookMessage } from './message-schemas.ts';
import { getWebhook, listWebhookDeliveries, listWebhooks } from './queries.ts';
import {
  ChangeWebhook,
  CreateWebhook,
  NewWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookDeliveryParams,
  WebhookDeliveryQuery,
  WebhookPage,
  WebhookQuery,
} from './schemas.ts';

const roles: readonly Role[] = ['admin', 'client'];

const header = (name: string, description: string): object => ({
  name,
  in: 'header',
  required: true,
  schema: Type.String({ description }),
});

/** The request that a receiver gets for each event. */
const eventCallback = {
  summary: 'Receive an event',
  description: 'Verify the signature before anything else (docs/webhooks.md).',
  security: [],
  parameters: [
    header('webhook-id', 'The same for each attempt.'),
    header('webhook-timestamp', 'Of the attempt, in seconds.'),
    header('webhook-signature', 'As Standard Webhooks describe it, `v1,...`; several while a secret is replaced.'),
  ],
  requestBody: { required: true, content: { 'application/json': { schema: WebhookMessage } } },
  responses: {
    '2XX': { description: 'It was received.' },
    410: { description: 'The service disables the webhook.' },
    default: { description: 'The service tries again later, unless the message was sent by hand.' },
  },
};

export function webhookRoutes(app: TypedFastify, { db, clock, config }: RouteDeps): void {
  const { webhooks: max } = config.quotas;

  app.get(
    '/ext/webhooks',
    {
      config: { roles },
      schema: {
        summary: 'List your webhooks',
        description: 'For admins those of all accounts.',
        querystring: WebhookQuery,
        response: responses(200, WebhookPage, 400, 401, 403),
      },
    },
    ({ actor, query }) => listWebhooks(db.read, actor, query),
  );

  app.post(
    '/ext/webhooks',
    {
      config: { roles, accountRateLimit: webhookChanges },
      schema: {
        summary: 'Create a webhook',
        description:
          'The service sends it a signed POST for each of the events: of every ticket for an admin, of the own ones for a client. ' +
          `At most ${max} per account. One that an API token creates ends with the token.`,
        body: CreateWebhook,
        'x-callbacks': { event: { '{$request.body#/url}': { post: eventCallback } } },
        response: responses(201, NewWebhook, 400, 401, 403, 409, 429),
      },
    },
    ({ actor, body, claims }) =>
      db.transaction((tx) => createWebhook(tx, config, actor, { ...body, tokenId: claims.tokenId }, clock())),
  );

  app.get(
    '/ext/webhooks/:id',
    {
      config: { roles },
      schema: {
        summary: 'Read a webhook',
        params: UuidParams,
        response: responses(200, Webhook, 400, 401, 403, 404),
      },
    },
    ({ actor, params }) => getWebhook(db.read, actor, params.id),
  );

  app.patch(
    '/ext/webhooks/:id',
    {
      config: { roles, accountRateLimit: webhookChanges },
      schema: {
        summary: 'Change, enable or disable a webhook',
        description:
          'One that is enabled is sent what waits since it was disabled. One that gets its URL from an API token ends with the token.',
        params: UuidParams,
        body: ChangeWebhook,
        response: responses(200, Webhook, 400, 401, 403, 404, 429),
      },
    },
    ({ actor, params, body, claims }) =>
      db.transaction((tx) => changeWebhook(tx, config, actor, params.id, { ...body, tokenId: claims.tokenId }, clock())),
  );

  app.delete(
    '/ext/webhooks/:id',
    {
      config: { roles },
      schema: {
        summary: 'Delete a webhook with its deliveries',
        params: UuidParams,
        response: responses(200, OkAnswer, 400, 401, 403, 404),
      },
    },
    ({ actor, params }) => ok(db.transaction((tx) => deleteWebhook(tx, actor, params.id, clock()))),
  );

  app.post(
    '/ext/webhooks/:id/rotate-secret',
    {
      config: { roles, accountRateLimit: webhookChanges },
      schema: {
        summary: 'Give a webhook another secret',
        description: 'For 24 hours messages are signed with both. An API token may do it for webhooks that it made.',
        params: UuidParams,
        response: responses(200, NewWebhook, 400, 401, 403, 404, 429),
      },
    },
    ({ actor, params, claims }) =>
      db.transaction((tx) => rotateSecret(tx, config, actor, { id: params.id, tokenId: claims.tokenId }, clock())),
  );

  app.post(
    '/ext/webhooks/:id/test',
    {
      config: { roles, accountRateLimit: webhookRedeliveries },
      schema: {
        summary: 'Send a test message',
        description:
          'Signed as every message, of the type `test`, before those that wait. It is not repeated when it fails. The list of deliveries tells what became of it.',
        params: UuidParams,
        response: responses(200, WebhookDelivery, 400, 401, 403, 404, 409, 429),
      },
    },
    ({ actor, params }) => db.transaction((tx) => sendTestMessage(tx, actor, params.id, clock())),
  );

  app.get(
    '/ext/webhooks/:id/deliveries',
    {
      config: { roles },
      schema: {
        summary: 'List what was sent to a webhook, and what waits',
        description: 'Kept for 30 days, of those that are done the newest 1,000.',
        params: UuidParams,
        querystring: WebhookDeliveryQuery,
        response: responses(200, WebhookDeliveryPage, 400, 401, 403, 404),
      },
    },
    ({ actor, params, query }) => listWebhookDeliveries(db.read, actor, params.id, query),
  );

  app.post(
    '/ext/webhooks/:id/deliveries/:delivery_id/redeliver',
    {
      config: { roles, accountRateLimit: webhookRedeliveries },
      schema: {
        summary: 'Send a delivery once more',
        description: 'With the same `webhook-id` and body, before those that wait. It is not repeated when it fails.',
        params: WebhookDeliveryParams,
        response: responses(200, WebhookDelivery, 400, 401, 403, 404, 409, 429),
      },
    },
    ({ actor, params }) => db.transaction((tx) => redeliver(tx, actor, params.id, params.delivery_id)),
  );
}
