-- Public keys with which people sign in. Each is verified on the person's device, so it counts as two factors.
create table passkeys (
  id            uuid primary key default gen_random_uuid(),
  user_id       uuid not null constraint passkeys_user references users on delete cascade,
  credential_id bytea not null constraint passkeys_credential unique,
  -- COSE (RFC 9053).
  public_key    bytea not null,
  -- How often the device has signed; 0 where it does not count.
  counter       bigint not null,
  transports    text[] not null,
  -- Whether the key is kept in an account of its owner, such as that of a password manager.
  synced        boolean not null,
  name          text not null,
  created_at    timestamptz(3) not null,
  last_used_at  timestamptz(3)
);
create index passkeys_by_user on passkeys (user_id, created_at);

-- Accounts that are asked for a passkey after their password.
create table passkey_requirements (
  user_id    uuid primary key constraint passkey_requirements_user references users on delete cascade,
  created_at timestamptz(3) not null
);

-- Challenges are signed, not stored: only those that were used are, until they expire.
create table used_passkey_challenges (
  challenge_hash bytea primary key,
  expires_at     timestamptz(3) not null
);
create index used_passkey_challenges_by_expiry on used_passkey_challenges (expires_at);
