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
  Text,
  Timestamp,
  Uuid,
} from '../../../platform/http/schemas.ts';
import { maxEmailLength } from '../../../platform/lib/email.ts';
import { roles } from '../../../platform/security/roles.ts';

export const Role = OneOf(roles);

/** A valid e-mail address; upper and lower case are kept. */
export const Email = Type.String({
  minLength: 3,
  maxLength: maxEmailLength,
  format: 'email',
  'x-trim': true,
  examples: ['anna@example.com'],
});

/** A new password; the format checks the policy (docs/rules.md, Passwords). */
export const NewPassword = Type.String({
  minLength: 10,
  maxLength: 72,
  format: 'password',
  description: '10 to 72 characters with at least one letter and one digit.',
  examples: ['lift-and-lamp-7'],
});

export const Profile = Type.Object(
  {
    id: Uuid,
    email: Type.String(),
    name: Type.String(),
    phone: Type.String(),
    role: Role,
    is_active: Type.Boolean(),
    confirmed_at: { ...NullableTimestamp, description: 'null: the account waits for its confirmation and cannot sign in.' },
    created_at: Timestamp,
  },
  { title: 'Profile' },
);
export type Profile = Static<typeof Profile>;

export const ProfilePage = PageOf(Profile);

export const CreateUser = Type.Object(
  {
    email: { ...Email, 'x-new-email': true },
    name: Name(1, limits.name, ['Anna Weiss']),
    password: NewPassword,
    role: Role,
    phone: Type.Optional(Text(0, limits.phone, ['+49 30 123456'])),
  },
  { title: 'CreateUser' },
);

/** What changes of a profile; validated as when an account is created. */
export const profileChanges = { name: CreateUser.properties.name, phone: Text(0, limits.phone, ['+49 30 123456']) };
export const ChangeProfile = Changes('ChangeProfile', profileChanges);
export type ChangeProfile = Static<typeof ChangeProfile>;

export const ChangeUser = Type.Object({ is_active: Type.Boolean() }, { title: 'ChangeUser' });
/** An account without a password. */
export const InviteUser = Type.Object(
  {
    email: CreateUser.properties.email,
    name: CreateUser.properties.name,
    role: Role,
    phone: CreateUser.properties.phone,
    mail: Type.Optional(Type.Boolean({ description: 'Also mail the link, where mail is configured.', default: false })),
  },
  { title: 'InviteUser' },
);

export const SendInvitation = Type.Object(
  { mail: Type.Boolean({ description: 'Also mail the link, where mail is configured.' }) },
  { title: 'SendInvitation' },
);

const accountLink = {
  link: Type.String({ description: 'The page that sets the password; works once.' }),
  expires_at: Timestamp,
  is_mailed: Type.Boolean({ description: 'The link of a mail is another one, which also proves the address.' }),
};
export const AccountLink = Type.Object(accountLink, { title: 'AccountLink' });
export const InvitedUser = Type.Object({ ...Profile.properties, ...accountLink }, { title: 'InvitedUser' });

export const SetPassword = Type.Object({ password: NewPassword }, { title: 'SetPassword' });

export const PasswordReset = Type.Object(
  {
    ok: Type.Boolean(),
    token: Type.String({ description: 'To be passed on; works once, for 24 hours.' }),
    expires_at: Timestamp,
  },
  { title: 'PasswordReset' },
);

export const UserQuery = Type.Object({
  role: Type.Optional({ ...Role, default: 'worker' }),
  q: Type.Optional({ ...Text(2, limits.search), description: 'Part of the name or the e-mail address, in any case.' }),
  include_inactive: Type.Optional(onlyFor('admin', OneOf(['0', '1']))),
  ...pageParameters(['name', 'created_at', 'email', 'id'], 'name'),
});
export type UserQuery = Static<typeof UserQuery>;

export const UnconfirmedQuery = Type.Object(pageParameters(['created_at', 'name', 'id'], 'created_at'));
export type UnconfirmedQuery = Static<typeof UnconfirmedQuery>;
