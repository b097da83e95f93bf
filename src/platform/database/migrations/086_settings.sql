-- Settings that admins change while the service runs (docs/settings.md). Variables of the environment are stronger.

create table settings (
  key        text primary key,
  -- What its secret is encrypted for.
  id         uuid not null constraint settings_id unique,
  value      text,
  -- Encrypted with DATA_ENCRYPTION_KEY.
  secret     bytea,
  -- A PNG file.
  picture    bytea,
  changed_at timestamptz(3) not null,
  constraint settings_one_content check (num_nonnulls(value, secret, picture) = 1)
);
