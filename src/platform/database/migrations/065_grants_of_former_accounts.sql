-- Events of grants are named by the address that was invited, which is one of the deputy: it is replaced as well.
create or replace function replace_name_in_audit_events(of_account uuid, former_emails text[], new_email text, max_rows integer) returns bigint
  language plpgsql security definer as $$
declare
  new_name text;
  replaced bigint;
  -- the grants that it held, whatever address was invited
  grants_held text[];
begin
  select 'Former ' || u.role || ' ' || f.number into strict new_name
  from former_accounts as f join users as u on u.id = f.user_id where f.user_id = of_account;
  select coalesce(array_agg(subject_id), '{}') into grants_held from audit_events
    where event = 'grant_accepted' and detail ->> 'deputy_id' = of_account::text;
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
    union
    (select id from audit_events
      where event in ('grant_created', 'grant_accepted', 'grant_changed', 'grant_revoked') and subject_name <> new_email
        and (lower(subject_name) = any(former_emails) or subject_id = any(grants_held)) limit max_rows)
  )
  update audit_events as e set
    actor_name = case when e.actor_id = of_account then new_name else e.actor_name end,
    principal_name = case when e.principal_id = of_account then new_name else e.principal_name end,
    subject_name = case
      when e.subject_type = 'user' and e.subject_id = of_account::text then new_name
      when e.subject_type = 'api_token' and e.actor_id = of_account then ''
      when lower(e.subject_name) = any(former_emails) then new_email
      when e.subject_type = 'grant' and e.subject_id = any(grants_held) then new_email
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
-- As in 060_former_accounts.sql: replacing the function has forgotten it.
do $$ begin
  execute format('alter function replace_name_in_audit_events set search_path = %I, pg_temp', current_schema());
end $$;
