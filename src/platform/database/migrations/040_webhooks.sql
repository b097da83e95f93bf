-- Addresses that accounts name, and what is sent to them.

create table webhooks (
  id                    uuid primary key,
  owner_id              uuid not null constraint webhooks_owner references users on delete cascade,
  -- Of an admin: every ticket; of a client: its own.
  sees_all              boolean not null,
  url                   text not null,
  events                text[] not null,
  is_active             boolean not null,
  -- With DATA_ENCRYPTION_KEY encrypted, for this row.
  secret                bytea not null,
  -- The secret before the last rotation, with which deliveries are signed, too, until then.
  previous_secret       bytea,
  previous_secret_until timestamptz(3),
  created_at            timestamptz(3) not null,
  -- Why and when the service disabled it.
  disabled_reason       text,
  disabled_at           timestamptz(3),
  -- Since the last attempt that succeeded; on the clock of the service.
  failing_since         timestamptz(3),
  -- Failed attempts in a row.
  failures              integer not null default 0,
  -- On the clock of the database, as those of deliveries.
  next_attempt_at       timestamptz not null default now(),
  -- Which worker sends its deliveries, one after the other, and for how long unless it extends the lease.
  lease_id              uuid,
  leased_until          timestamptz not null default now(),
  constraint webhooks_previous_secret check ((previous_secret is null) = (previous_secret_until is null)),
  constraint webhooks_disabled check ((disabled_reason is null) = (disabled_at is null))
);
create index webhooks_by_owner on webhooks (owner_id);

-- One row per webhook and event, sent in the order of the ids.
create table webhook_deliveries (
  id              bigint generated always as identity primary key,
  webhook_id      uuid not null constraint webhook_deliveries_webhook references webhooks on delete cascade,
  -- The same for each attempt.
  message_id      uuid not null default gen_random_uuid(),
  event           text not null,
  ticket_id       integer constraint webhook_deliveries_ticket references tickets on delete cascade,
  -- Of an event that concerns no ticket.
  project_id      integer constraint webhook_deliveries_project references projects on delete cascade,
  -- What the event tells beside its ticket or project.
  details         jsonb not null,
  -- When the event happened, on the clock of the service.
  created_at      timestamptz(3) not null,
  state           text not null default 'pending' constraint webhook_deliveries_state
                    check (state in ('pending', 'delivered', 'failed', 'dropped')),
  -- To be sent once, now, because somebody asked for it.
  is_redelivery   boolean not null default false,
  -- The JSON that was sent; null before the first attempt.
  body            text,
  attempts        integer not null default 0,
  last_attempt_at timestamptz(3),
  -- Of the last attempt; null: there was no answer.
  status          integer,
  duration_ms     integer,
  answer          text,
  error           text
);
create index webhook_deliveries_pending on webhook_deliveries (webhook_id, id) where state = 'pending';
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_by_ticket on webhook_deliveries (ticket_id) where ticket_id is not null;
create index webhook_deliveries_by_project on webhook_deliveries (project_id) where project_id is not null;
create index webhook_deliveries_by_age on webhook_deliveries (created_at);
