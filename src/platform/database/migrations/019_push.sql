-- Web Push.

-- The keys with which the installation identifies itself to push services.
create table push_keys (
  id          uuid primary key,
  is_only     boolean not null default true constraint push_keys_only unique constraint push_keys_is_only check (is_only),
  public_key  text not null,
  -- Encrypted with DATA_ENCRYPTION_KEY.
  private_key bytea not null,
  created_at  timestamptz(3) not null
);

-- Browsers that show notifications, for as long as the session lasts in which somebody turned that on.
create table push_subscriptions (
  id         uuid primary key default gen_random_uuid(),
  user_id    uuid not null constraint push_subscriptions_user references users on delete cascade,
  session_id uuid not null,
  -- A browser has one, whoever is signed in there.
  endpoint   text not null constraint push_subscriptions_endpoint unique,
  p256dh     bytea not null,
  auth       bytea not null,
  created_at timestamptz(3) not null,
  -- Since the last message that it got.
  failing_since timestamptz(3)
);
create index push_subscriptions_by_user on push_subscriptions (user_id);

-- Browsers that got a message which is sent again to others.
create table push_receipts (
  notification_id bigint not null constraint push_receipts_notification references notifications on delete cascade,
  subscription_id uuid not null constraint push_receipts_subscription references push_subscriptions on delete cascade,
  primary key (notification_id, subscription_id)
);
create index push_receipts_by_subscription on push_receipts (subscription_id);
