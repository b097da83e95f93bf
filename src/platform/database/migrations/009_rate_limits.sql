-- Admitted attempts for each limit and subject, newest last; see src/platform/http/rate-limits.ts.
create table rate_limits (
  key        bytea primary key,
  timestamps timestamptz(3)[] not null,
  admitted   boolean not null,
  expires_at timestamptz(3) not null
);
create index rate_limits_expired on rate_limits (expires_at);
