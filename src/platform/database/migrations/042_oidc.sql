-- Accounts of the company's provider that may sign in to an account of this service. A provider never gives a subject to another
-- person, as it may do with an e-mail address.
create table oidc_identities (
  issuer       text not null,
  subject      text not null,
  user_id      uuid not null constraint oidc_identities_user references users on delete cascade,
  linked_at    timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  primary key (issuer, subject),
  constraint oidc_identities_account unique (user_id, issuer)
);

-- What the provider said of somebody whose browser may start a session with the code, once. A sign-in deletes its row.
create table oidc_sign_ins (
  code_hash  bytea primary key,
  -- issuer, subject, email, whether it is verified, name, role
  identity   jsonb not null,
  expires_at timestamptz(3) not null
);
create index oidc_sign_ins_by_expiry on oidc_sign_ins (expires_at);
