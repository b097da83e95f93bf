-- The secret part of the address of an account's calendar feed.
create table calendar_tokens (
  user_id    uuid primary key constraint calendar_tokens_user references users on delete cascade,
  token_hash bytea not null constraint calendar_tokens_hash unique,
  created_at timestamptz(3) not null
);
