import { type Static, Type } from 'typebox';
import { pageParameters } from '../../../platform/http/pagination.ts';
import { Changes, NullableTimestamp, OneOf, PageOf, Timestamp, Uuid } from '../../../platform/http/schemas.ts';
import { type Language, languages } from '../../../platform/lib/languages.ts';
import { NewPassword, Profile, profileChanges, Role } from '../users/schemas.ts';

export const Me = Type.Object(
  {
    profile: Profile,
    must_change_password: Type.Boolean({ description: 'The password was chosen by somebody else.' }),
    mfa: Type.Object({ totp: Type.Boolean() }),
    sessions: Type.Integer({ description: 'Open sessions, this one included.' }),
    language: Type.Unsafe<Language | null>({
      type: ['string', 'null'],
      enum: [...languages, null],
      description: 'Of mails and messages. null until one is chosen: they are English.',
    }),
    acts_for: Type.Array(
      Type.Object({ id: Uuid, name: Type.String(), role: Role, scope: OneOf(['read', 'write']) }, { title: 'ActsFor' }),
      { description: 'Whose ids the header Act-For may have, by name. Empty for admins, who act for all clients and workers.' },
    ),
  },
  { title: 'Me' },
);
export type Me = Static<typeof Me>;

export const ChangeMe = Changes('ChangeMe', { ...profileChanges, language: OneOf(languages) });
export type ChangeMe = Static<typeof ChangeMe>;

export const ChangePassword = Type.Object(
  {
    current: Type.String({ minLength: 1 }),
    new: NewPassword,
    end_all: Type.Optional(
      Type.Boolean({
        description:
          'true: also revokes your API tokens and the grants that you have given, voids the address of your calendar feed, disables your webhooks, disconnects your chat and your ' +
          'own bot, and removes your passkeys and the links to company accounts.',
        default: false,
      }),
    ),
  },
  { title: 'ChangePassword' },
);

export const Session = Type.Object(
  {
    id: Uuid,
    created_at: { ...Timestamp, description: 'The sign-in.' },
    last_used_at: { ...Timestamp, description: 'The last exchange of the refresh token.' },
    ip: Type.String({ description: 'Where it was last used from.' }),
    user_agent: Type.String(),
    current: Type.Boolean({ description: 'The session of the access token.' }),
  },
  { title: 'Session' },
);
export type Session = Static<typeof Session>;

export const SessionPage = PageOf(Session);
export const SessionQuery = Type.Object(pageParameters(['last_used_at', 'created_at', 'id'], 'last_used_at'));
export type SessionQuery = Static<typeof SessionQuery>;

const maxIds = 100;
const uuid = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

export const AccountQuery = Type.Object({
  ids: Type.String({
    pattern: `^${uuid}(,${uuid}){0,${maxIds - 1}}$`,
    description: `1 to ${maxIds} ids, separated by commas.`,
  }),
  ...pageParameters(['id', 'name', 'created_at'], 'id'),
});
export type AccountQuery = Static<typeof AccountQuery>;

/** How far an account can be trusted. Texts are empty where there is nothing to say. */
export const AccountTrust = Type.Object(
  {
    id: Uuid,
    must_change_password: Type.Boolean({ description: 'The password was chosen by somebody else.' }),
    awaits_password: Type.Boolean({ description: 'Created without a password, which the owner has not set yet.' }),
    email_verified: Type.Boolean({
      description: 'The owner has used a link that was mailed to the address, or a company account that has it verified.',
    }),
    created_by: Type.String({ description: 'Empty when the account was deleted; its name stays.' }),
    created_by_name: Type.String(),
    disabled_at: NullableTimestamp,
    disabled_by: Type.String({ description: 'Empty when the account was deleted; its name stays.' }),
    disabled_by_name: Type.String(),
    totp: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'], description: 'null for clients.' }),
  },
  { title: 'AccountTrust' },
);
export type AccountTrust = Static<typeof AccountTrust>;

export const AccountTrustPage = PageOf(AccountTrust);
