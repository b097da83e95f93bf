import { type Static, Type } from 'typebox';
import { pageParameters } from '../../../platform/http/pagination.ts';
import {
  Changes,
  limits,
  Name,
  NullableTimestamp,
  OneOf,
  onlyFor,
  PageOf,
  Timestamp,
  Uuid,
} from '../../../platform/http/schemas.ts';
import type { ActingScope } from '../../../platform/module/module.ts';
import { Email, NewPassword } from '../users/schemas.ts';

const Scope = {
  ...Type.Unsafe<ActingScope>(OneOf(['read', 'write'])),
  description: 'read: GET only; write: every operation that takes Act-For.',
};
const Notify = Type.Boolean({ description: 'The deputy is told what the client is told, by preferences of its own.' });

const fields = {
  id: Uuid,
  principal_id: { ...Uuid, description: 'The client for which the deputy acts.' },
  principal_name: Type.String(),
  deputy_id: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'uuid', description: 'null until it is accepted.' }),
  deputy_name: Type.String({ description: 'Empty until it is accepted.' }),
  email: Type.String({ description: 'The address that was invited.' }),
  scope: Scope,
  status: OneOf(['invited', 'active']),
  notify: Notify,
  created_at: Timestamp,
  expires_at: { ...NullableTimestamp, description: 'Of the invitation; null once it is accepted.' },
};

export const Grant = Type.Object(fields, { title: 'Grant' });
export type Grant = Static<typeof Grant>;

export const NewGrant = Type.Object(
  {
    ...fields,
    link: Type.String({
      description: 'The page on which the invitation is accepted, which is answered here only.',
      examples: ['https://callout.example.com/app/accept-grant#token=mN3k...'],
    }),
    is_mailed: Type.Boolean({
      description:
        'The link of a mail is another one. false: there is no mail server, or the address was sent 3 invitations today; a link that was mailed before is not valid any more.',
    }),
  },
  { title: 'NewGrant' },
);
export type NewGrant = Static<typeof NewGrant>;

export const GrantPage = PageOf(Grant);
export const GrantQuery = Type.Object({
  ...pageParameters(['created_at', 'id'], 'created_at'),
  principal_id: Type.Optional({ ...Uuid, description: 'Those that this client has given; of anybody for admins.' }),
});
export type GrantQuery = Static<typeof GrantQuery>;

export const CreateGrant = Type.Object(
  {
    email: Email,
    scope: Scope,
    notify: Type.Optional({ ...Notify, default: true }),
    principal_id: Type.Optional(onlyFor('admin', { ...Uuid, description: 'The client; required of admins, ignored of others.' })),
  },
  { title: 'CreateGrant' },
);
export type CreateGrant = Static<typeof CreateGrant>;

export const AcceptGrant = Type.Object(
  {
    token: Type.String({ minLength: 1, description: 'Of the link.' }),
    name: Type.Optional({ ...Name(1, limits.name, ['Boris']), description: 'Of the new account; ignored with an access token.' }),
    password: Type.Optional(NewPassword),
  },
  { title: 'AcceptGrant' },
);
export type AcceptGrant = Static<typeof AcceptGrant>;

export const ChangeGrant = Changes('ChangeGrant', { scope: Scope, notify: Notify });
export type ChangeGrant = Static<typeof ChangeGrant>;
