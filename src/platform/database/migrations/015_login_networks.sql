-- Networks from which an account signed in: failed logins from elsewhere do not hold them up.
create table login_networks (
  user_id      uuid not null constraint login_networks_user references users on delete cascade,
  -- An IPv4 address, or the /64 of an IPv6 address; see networksOf in src/platform/http/client-ip.ts.
  network      text not null,
  last_used_at timestamptz(3) not null,
  primary key (user_id, network)
);
create index login_networks_last_used on login_networks (last_used_at);
