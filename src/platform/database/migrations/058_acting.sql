-- Acting for somebody: with the header Act-For a request is handled with the rights of another account, and names its sender.

-- Whom the actor of a security event acted for.
alter table audit_events
  add column principal_id   uuid,
  add column principal_name text not null default '';

-- Who acted for the worker that handed a ticket back; null and empty: nobody, and null with a name: the account was deleted.
alter table ticket_hand_backs
  add column actor_id   uuid constraint ticket_hand_backs_actor references users on delete set null,
  add column actor_name text not null default '';
create index ticket_hand_backs_by_actor on ticket_hand_backs (actor_id) where actor_id is not null;

-- A client lets a deputy act for it. A grant begins as an invitation of an address, which has a link with a token.
create table account_grants (
  id                uuid primary key default gen_random_uuid(),
  principal_id      uuid not null constraint account_grants_principal references users on delete cascade,
  -- null until somebody accepts the invitation
  deputy_id         uuid constraint account_grants_deputy references users on delete cascade,
  -- the address that was invited, and the key by which it is compared
  email             text not null,
  email_key         text not null,
  scope             text not null constraint account_grants_scope check (scope in ('read', 'write')),
  -- The deputy is notified of what the client is notified of.
  notify            boolean not null,
  -- Of the link that was answered, and of the one that was mailed; null: it was accepted, or no mail was sent.
  token_hash        bytea constraint account_grants_token unique,
  mailed_token_hash bytea constraint account_grants_mailed_token unique,
  created_at        timestamptz(3) not null,
  -- of the invitation
  expires_at        timestamptz(3),
  constraint account_grants_state check ((deputy_id is null) = (expires_at is not null)),
  constraint account_grants_others check (deputy_id <> principal_id),
  constraint account_grants_pair unique (deputy_id, principal_id)
);
create index account_grants_by_principal on account_grants (principal_id, created_at);
