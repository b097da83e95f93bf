import { errorMessages } from '../../../platform/http/error-messages.ts';
import { conflict, notFound } from '../../../platform/http/errors.ts';
import { responses } from '../../../platform/http/openapi.ts';
import { OkAnswer, ok } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import { everyRole } from '../../../product/identity/auth/access.ts';
import { findOrCreatePushKeys } from './keys.ts';
import { AddPushSubscription, PushKey, PushSubscription, RemovePushSubscription } from './schemas.ts';
import { addSubscription, maxSubscriptions, removeSubscription } from './subscriptions.ts';

export function pushRoutes(app: TypedFastify, { db, clock, config }: RouteDeps): void {
  app.get(
    '/ext/push/key',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Read the key that browsers subscribe to',
        description: 'It is made at the first request and stays. Without `DATA_ENCRYPTION_KEY` there is none.',
        response: responses(200, PushKey, 401, 403, 404),
      },
    },
    async () => {
      const keys = await findOrCreatePushKeys(db, config, clock());
      if (!keys) throw notFound('push key');
      return { key: keys.publicKey };
    },
  );

  app.post(
    '/ext/push/subscriptions',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Show notifications in this browser',
        description: `Until the session ends. A browser that was subscribed before is taken over. At most ${maxSubscriptions} per account.`,
        body: AddPushSubscription,
        response: responses(201, PushSubscription, 400, 401, 403, 409),
      },
    },
    async ({ actor, body, claims }) => {
      if (!config.dataEncryptionKey) throw conflict('push_not_available', errorMessages.pushNotAvailable);
      return db.transaction((tx) => addSubscription(tx, config, actor, claims.sid, body, clock()));
    },
  );

  app.delete(
    '/ext/push/subscriptions',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Show no more notifications in a browser',
        description:
          'The endpoint is in the body, because addresses are logged by proxies, and this one is a secret of the browser.',
        body: RemovePushSubscription,
        response: responses(200, OkAnswer, 400, 401, 403, 404),
      },
    },
    ({ actor, body }) => ok(db.transaction((tx) => removeSubscription(tx, actor, body.endpoint))),
  );
}
