-- Accounts whose name, address and phone number were replaced for good (docs/privacy.md), and what that does to journals and the audit log.

create table former_accounts (
  -- The number in the new name: Former worker 7.
  number      integer generated always as identity primary key,
  user_id     uuid not null constraint former_accounts_once unique
                constraint former_accounts_user references users on delete cascade,
  replaced_at timestamptz(3) not null,
  -- The admin. No foreign key: the record outlives the account.
  replaced_by uuid not null
);

-- Entries of journals whose author has another name now. An entry keeps its hash; this record says which one that is, and what the hash
-- of the entry would be with the new name. The record is a link of the chain itself, after the entry that was the newest one then:
-- its hash is the SHA-256 of the hash before it and of the record as JSON (docs/reports.md, Hash chain).
create table journal_replacements (
  id             bigint generated always as identity primary key,
  ticket_id      integer not null constraint journal_replacements_ticket references tickets on delete cascade,
  entry_id       bigint not null,
  after_entry_id bigint not null,
  replaced_at    timestamptz(3) not null,
  replaced_by    uuid not null,
  entry_hash     bytea not null,
  content_hash   bytea not null,
  hash           bytea not null
);
create index journal_replacements_by_ticket on journal_replacements (ticket_id, id);
create index journal_replacements_by_entry on journal_replacements (entry_id, id);

create function chain_journal_replacement() returns trigger language plpgsql as $$
begin
  update ticket_chains set head = sha256(head || convert_to(
    '{"ticket_id":' || new.ticket_id || ',"id":' || new.id || ',"entry_id":' || new.entry_id
    || ',"after_entry_id":' || new.after_entry_id
    || ',"replaced_at":"' || to_char(new.replaced_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","replaced_by":"' || new.replaced_by
    || '","entry_hash":"' || encode(new.entry_hash, 'hex')
    || '","content_hash":"' || encode(new.content_hash, 'hex') || '"}', 'UTF8'))
  where ticket_id = new.ticket_id
  returning head into new.hash;
  return new;
end $$;
create trigger journal_replacements_chain before insert on journal_replacements
  for each row execute function chain_journal_replacement();

-- Replaces the name of an author in the journal of a ticket, which its caller has locked. An entry that is not the one that was written
-- gets no record, so the chain goes on to tell that it was changed.
create function replace_name_in_journal(
  of_ticket integer, of_account uuid, new_name text, on_moment timestamptz, by_account uuid
) returns void language plpgsql as $$
declare
  e ticket_events;
  previous bytea := '';
  known bytea;
  newest bigint;
  has_chain boolean := exists (select from ticket_chains where ticket_id = of_ticket);
begin
  -- Entries that are older than the chain get the hash with which their chain was calculated.
  for e in select * from ticket_events where ticket_id = of_ticket and chain_hash is null order by id loop
    previous := sha256(previous || journal_entry_bytes(
      e.ticket_id, e.id, e.action, e.from_status, e.to_status, e.actor_name, e.comment, e.created_at, e.photo_id, e.photo_sha256));
    update ticket_events set chain_hash = previous where id = e.id;
  end loop;
  select max(id) into newest from ticket_events where ticket_id = of_ticket;
  for e in
    select * from ticket_events where ticket_id = of_ticket and actor_id = of_account and actor_name <> new_name order by id
  loop
    -- The hash before the entry: of the last record after the entry before it, or of that entry.
    previous := coalesce((
      select coalesce(
        (select r.hash from journal_replacements as r where r.ticket_id = of_ticket and r.after_entry_id = p.id order by r.id desc limit 1),
        p.chain_hash)
      from ticket_events as p where p.ticket_id = of_ticket and p.id < e.id order by p.id desc limit 1), '');
    known := coalesce(
      (select r.content_hash from journal_replacements as r where r.entry_id = e.id order by r.id desc limit 1), e.chain_hash);
    update ticket_events set actor_name = new_name where id = e.id;
    if has_chain and known = sha256(previous || journal_entry_bytes(
      e.ticket_id, e.id, e.action, e.from_status, e.to_status, e.actor_name, e.comment, e.created_at, e.photo_id, e.photo_sha256))
    then
      insert into journal_replacements (ticket_id, entry_id, after_entry_id, replaced_at, replaced_by, entry_hash, content_hash)
      values (of_ticket, e.id, newest, on_moment, by_account, e.chain_hash, sha256(previous || journal_entry_bytes(
        e.ticket_id, e.id, e.action, e.from_status, e.to_status, new_name, e.comment, e.created_at, e.photo_id, e.photo_sha256)));
    end if;
  end loop;
end $$;

-- Security events keep all that they say but who somebody was.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('callout.deletes_expired_audit_events', true) = 'yes' then
    return old;
  end if;
  if tg_op = 'UPDATE' and current_setting('callout.replaces_names', true) = 'yes'
    and (new.id, new.at, new.event, new.actor_id, new.subject_type, new.subject_id, new.ip, new.request_id)
      is not distinct from (old.id, old.at, old.event, old.actor_id, old.subject_type, old.subject_id, old.ip, old.request_id)
  then
    return new;
  end if;
  raise exception 'audit_events is append-only' using errcode = 'insufficient_privilege';
end $$;

-- The only way to change events: of an account that has a number, and to the name with that number. What somebody called a token or a
-- passkey is emptied.
create function replace_name_in_audit_events(of_account uuid, former_emails text[], new_email text, max_rows integer) returns bigint
  language plpgsql security definer as $$
declare
  new_name text;
  replaced bigint;
begin
  select 'Former ' || u.role || ' ' || f.number into strict new_name
  from former_accounts as f join users as u on u.id = f.user_id where f.user_id = of_account;
  perform set_config('callout.replaces_names', 'yes', true);
  with found as (
    (select id from audit_events
      where actor_id = of_account and (actor_name <> new_name or (subject_type = 'api_token' and subject_name <> '')) limit max_rows)
    union
    (select id from audit_events where principal_id = of_account and principal_name <> new_name limit max_rows)
    union
    (select id from audit_events
      where subject_id = of_account::text and subject_type = 'user'
        and (subject_name <> new_name or coalesce(detail ->> 'email', new_email) <> new_email or coalesce(detail ->> 'name', '') <> '')
      limit max_rows)
    union
    (select id from audit_events
      where event in ('login_failed', 'login_limited') and subject_id <> of_account::text
        and (lower(subject_name) = any(former_emails) or lower(detail ->> 'email') = any(former_emails)) limit max_rows)
  )
  update audit_events as e set
    actor_name = case when e.actor_id = of_account then new_name else e.actor_name end,
    principal_name = case when e.principal_id = of_account then new_name else e.principal_name end,
    subject_name = case
      when e.subject_type = 'user' and e.subject_id = of_account::text then new_name
      when e.subject_type = 'api_token' and e.actor_id = of_account then ''
      when lower(e.subject_name) = any(former_emails) then new_email
      else e.subject_name end,
    detail = case
      when e.subject_type = 'user' and e.subject_id = of_account::text or lower(e.detail ->> 'email') = any(former_emails)
      then e.detail || case when e.detail ? 'email' then jsonb_build_object('email', new_email) else '{}' end
        || case when e.detail ? 'name' then '{"name": ""}'::jsonb else '{}' end
      else e.detail end
  where e.id in (select id from found);
  get diagnostics replaced = row_count;
  perform set_config('callout.replaces_names', '', true);
  return replaced;
end $$;
revoke execute on function replace_name_in_audit_events from public;
-- Temporary objects come last: a temporary table of this name, with a trigger, would run as the owner of the function.
do $$ begin
  execute format('alter function replace_name_in_audit_events set search_path = %I, pg_temp', current_schema());
end $$;
