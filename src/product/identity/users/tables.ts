import type { Generated, GeneratedAlways } from 'kysely';
import type { OptionalTimestamp, Timestamp } from '../../../platform/database/tables.ts';
import type { Language } from '../../../platform/lib/languages.ts';
import type { Role } from '../../../platform/security/roles.ts';

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    users: UsersTable;
    former_accounts: FormerAccountsTable;
  }
}

interface UsersTable {
  id: Generated<string>;
  email: string;
  email_key: string;
  name: string;
  phone: Generated<string>;
  /** null until one is chosen: mails and messages are English */
  language: Language | null;
  role: Role;
  password_hash: string;
  token_version: Generated<number>;
  is_active: Generated<boolean>;
  confirmed_at: OptionalTimestamp;
  must_change_password: Generated<boolean>;
  /** created without a password, which nobody has set yet */
  awaits_password: Generated<boolean>;
  /** of the last password that somebody else chose */
  other_password_hash: string | null;
  email_verified_at: OptionalTimestamp;
  disabled_at: OptionalTimestamp;
  disabled_by: string | null;
  /** written when that account is deleted */
  disabled_by_name: Generated<string>;
  created_at: Timestamp;
  created_by: string | null;
  /** written when that account is deleted */
  created_by_name: Generated<string>;
  messenger_target: Generated<string>;
  messenger_refused_at: OptionalTimestamp;
  /** the messenger's id of whoever bound the chat by a code */
  messenger_bound_by: number | null;
  /** chosen while somebody else knew the password */
  chat_set_with_other_password: Generated<boolean>;
  bot_set_with_other_password: Generated<boolean>;
  bot_id: number | null;
  bot_token: Buffer | null;
  bot_saved_at: OptionalTimestamp;
  name_search: GeneratedAlways<string>;
  email_search: GeneratedAlways<string>;
}

/** Accounts whose name, address and phone number were replaced for good. */
interface FormerAccountsTable {
  number: GeneratedAlways<number>;
  user_id: string;
  replaced_at: Timestamp;
  /** the admin */
  replaced_by: string;
}
