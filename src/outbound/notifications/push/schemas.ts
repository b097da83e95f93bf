import { type Static, Type } from 'typebox';
import { Timestamp, Uuid } from '../../../platform/http/schemas.ts';

export const PushKey = Type.Object(
  {
    key: Type.String({
      description: 'The `applicationServerKey` of `PushManager.subscribe()`, in base64url.',
      examples: ['BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8'],
    }),
  },
  { title: 'PushKey' },
);

const Endpoint = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: 'https, at a public address.',
  examples: ['https://push.example.com/send/dpH5lCsTSSM'],
});

export const AddPushSubscription = Type.Object(
  {
    endpoint: Endpoint,
    keys: Type.Object({
      p256dh: Type.String({
        pattern: '^[\\w-]{87}$',
        examples: ['BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'],
      }),
      auth: Type.String({ pattern: '^[\\w-]{22}$', examples: ['BTBZMqHH6r4Tts7J_aSIgg'] }),
    }),
  },
  { title: 'AddPushSubscription', description: 'The JSON of a `PushSubscription`.' },
);
export type AddPushSubscription = Static<typeof AddPushSubscription>;

export const PushSubscription = Type.Object({ id: Uuid, created_at: Timestamp }, { title: 'PushSubscription' });
export type PushSubscription = Static<typeof PushSubscription>;

export const RemovePushSubscription = Type.Object({ endpoint: Endpoint }, { title: 'RemovePushSubscription' });
