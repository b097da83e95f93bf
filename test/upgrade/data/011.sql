-- Rows in each table of the first release: every role, and a ticket in each status.
insert into users (id, email, email_key, name, phone, role, password_hash, token_version, is_active, confirmed_at, created_at, created_by) values
  ('00000000-0000-4000-8000-000000000001', 'Root@example.com', 'root@example.com', 'Root', '', 'admin', '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$AAAA', 0, true, '2026-01-01 08:00:00Z', '2026-01-01 08:00:00Z', null),
  ('00000000-0000-4000-8000-000000000002', 'anna@example.com', 'anna@example.com', 'Anna Ümläut', '+49 1', 'client', '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$AAAA', 3, true, '2026-01-01 08:00:00Z', '2026-01-01 08:01:00.123Z', '00000000-0000-4000-8000-000000000001'),
  ('00000000-0000-4000-8000-000000000003', 'wanda@example.com', 'wanda@example.com', 'Wanda', '', 'worker', '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$AAAA', 0, true, '2026-01-01 08:00:00Z', '2026-01-01 08:02:00Z', '00000000-0000-4000-8000-000000000002'),
  ('00000000-0000-4000-8000-000000000004', 'ivan@example.com', 'ivan@example.com', 'Ivan', '', 'worker', '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$AAAA', 0, false, null, '2026-01-01 08:03:00Z', null);
insert into refresh_sessions values ('\x01', '00000000-0000-4000-8000-000000000002', '2026-01-01 09:00:00Z', '2026-01-31 09:00:00Z', null);
insert into reset_tokens (token_hash, user_id, requested_at, created_at, expires_at, used_at) values ('\x02', '00000000-0000-4000-8000-000000000002', '2026-01-01 09:00:00Z', '2026-01-01 09:00:00Z', '2026-01-02 09:00:00Z', null);
insert into rate_limits values ('\x03', array['2026-01-01 09:00:00Z', '2026-01-01 09:00:01Z']::timestamptz(3)[], true, '2026-01-01 09:01:00Z');
insert into projects (client_id, name, is_active, created_at) values
  ('00000000-0000-4000-8000-000000000002', 'Tower', true, '2026-01-01 09:00:00Z'),
  ('00000000-0000-4000-8000-000000000002', 'Closed', false, '2026-01-01 09:00:00Z');
insert into objects (project_id, name, address, created_at) values (1, 'Lobby', '1 Hill Street', '2026-01-01 09:05:00Z'), (2, 'Yard', '2 Hill Street', '2026-01-01 09:05:00Z');
insert into project_workers values
  (1, '00000000-0000-4000-8000-000000000003', 'active', '00000000-0000-4000-8000-000000000002', 'Anna', '2026-01-01 09:10:00Z', null, '2026-01-01 10:00:00Z'),
  (1, '00000000-0000-4000-8000-000000000004', 'invited', '00000000-0000-4000-8000-000000000002', 'Anna', '2026-01-01 09:10:00Z', '2026-01-08 09:10:00Z', null);
do $$
declare
  anna constant uuid := '00000000-0000-4000-8000-000000000002';
  wanda constant uuid := '00000000-0000-4000-8000-000000000003';
  t0 constant timestamptz := '2026-01-02 08:00:00Z';
  path text[];
  ticket integer;
  n integer := 0;
  step text;
  previous ticket_status;
begin
  foreach step in array array['created', 'assigned', 'started', 'done', 'rejected', 'confirmed', 'canceled'] loop
    n := n + 1;
    insert into tickets (category, priority, description, floor, address, project_id, object_id, client_id, created_at)
      values ('electric', 'high', E'The lamp\n\t"is" \\N ' || n, '2', '1 Hill Street', 1, 1, anna, t0) returning id into ticket;
    insert into ticket_events (ticket_id, action, from_status, to_status, actor_id, actor_name, created_at) values (ticket, 'created', null, 'new', anna, 'Anna', t0);
    path := case step when 'created' then '{}' when 'assigned' then '{assigned}' when 'started' then '{assigned,started}'
      when 'done' then '{assigned,started,done}' when 'canceled' then '{canceled}' else array['assigned', 'started', 'done', step] end;
    for i in 1 .. coalesce(array_length(path, 1), 0) loop
      select status into previous from tickets where id = ticket;
      update tickets set
        status = case path[i] when 'started' then 'in_progress' when 'confirmed' then 'closed' when 'canceled' then 'closed' else path[i] end::ticket_status,
        worker_id = case when path[i] = 'canceled' then null else wanda end,
        assigned_at = case when path[i] = 'assigned' then t0 + i * interval '1 hour' else assigned_at end,
        assigned_by = case when path[i] = 'assigned' then wanda else assigned_by end,
        started_at = case when path[i] = 'started' then t0 + i * interval '1 hour' else started_at end,
        done_at = case when path[i] = 'done' then t0 + i * interval '1 hour' else done_at end,
        rejected_at = case when path[i] = 'rejected' then t0 + i * interval '1 hour' else rejected_at end,
        reject_reason = case when path[i] = 'rejected' then 'still dark' else reject_reason end,
        rework_count = rework_count + (path[i] = 'rejected')::integer,
        confirmed_at = case when path[i] = 'confirmed' then t0 + i * interval '1 hour' else confirmed_at end,
        closed_at = case when path[i] in ('confirmed', 'canceled') then t0 + i * interval '1 hour' else closed_at end,
        closed_by = case when path[i] in ('confirmed', 'canceled') then anna else closed_by end,
        cancel_reason = case when path[i] = 'canceled' then 'reported twice' else cancel_reason end
      where id = ticket;
      insert into ticket_events (ticket_id, action, from_status, to_status, actor_id, actor_name, comment, created_at)
      select ticket, path[i]::ticket_action, previous, status, case when path[i] in ('assigned', 'started', 'done') then wanda else anna end, 'somebody',
        case path[i] when 'rejected' then 'still dark' when 'canceled' then 'reported twice' else '' end, t0 + i * interval '1 hour'
      from tickets where id = ticket;
    end loop;
  end loop;
end $$;
insert into ticket_photos (ticket_id, storage_key, content_type, original_name, size_bytes, uploader_id, uploader_name, created_at)
  values (3, '0123456789abcdef0123456789abcdef', 'image/png', 'före.png', 1000, '00000000-0000-4000-8000-000000000003', 'Wanda', '2026-01-02 10:30:00Z');
insert into ticket_events (ticket_id, action, from_status, to_status, actor_id, actor_name, comment, created_at)
  values (3, 'photo_added', 'in_progress', 'in_progress', '00000000-0000-4000-8000-000000000003', 'Wanda', 'före.png', '2026-01-02 10:30:00Z');
insert into pending_file_deletions (storage_key, delete_after, attempts, failing_since) values ('ffffffffffffffffffffffffffffffff', '-infinity', 3, '2026-01-05 00:00:00Z');
insert into recurring_rules (project_id, object_id, client_id, address, category, priority, description, anchor_at, period_days, last_run_at, next_run_at, created_by, created_by_name, created_at)
  values (1, 1, '00000000-0000-4000-8000-000000000002', '1 Hill Street', 'other', 'low', 'Sweep the stairs', '2026-01-01 06:00:00Z', 7, '2026-01-08 06:00:00Z', '2099-01-01 06:00:00Z', '00000000-0000-4000-8000-000000000002', 'Anna', '2026-01-01 05:00:00Z');
insert into tickets (category, priority, description, address, project_id, object_id, client_id, created_at, rule_id)
  values ('other', 'low', 'Sweep the stairs', '1 Hill Street', 1, 1, '00000000-0000-4000-8000-000000000002', '2026-01-08 06:00:00Z', 1);
insert into ticket_events (ticket_id, action, from_status, to_status, actor_id, actor_name, created_at)
  select id, 'created', null, 'new', client_id, 'Anna', created_at from tickets where rule_id = 1;
insert into recurring_runs (rule_id, run_at, ticket_id, address, category)
  select 1, created_at, id, address, category from tickets where rule_id = 1;
update users set messenger_target = '@tower_group', messenger_refused_at = '2026-01-05 00:00:00Z' where role = 'client';
update tickets set reminded_at = '2026-01-03 08:00:00Z' where status = 'new';
insert into bots (id, username, problem, fence) values (281474976710655, 'tower_bot', '', 7);
update users set bot_id = 281474976710655, bot_token = '\x01ff', bot_saved_at = '2026-01-05 00:00:00Z' where role = 'client';
insert into bind_codes values ('\x0a', '00000000-0000-4000-8000-000000000002', 281474976710655, '2026-01-05 00:00:00Z', '2026-01-05 00:15:00Z', null);
insert into bot_updates values (281474976710655, 12, '2026-01-05 00:00:00Z');
insert into job_results (job, succeeded_at, failed_at) values ('rules', '2026-06-02 00:00:00+00', null), ('mails', null, '2026-06-01 12:00:00+00');
insert into login_networks (user_id, network, last_used_at)
select id, '192.0.2.7', '2026-01-20 09:00:00Z' from users order by id limit 1;
insert into deliveries (queue, payload, created_at, attempts, last_error) values
  ('messages', '{"kind": "ticket_event", "action": "created", "ticket_id": 1}', '2026-03-01T08:00:00Z', 2, 'the messenger is away'),
  ('mails', '{"kind": "password_reset", "email_key": "anna@example.com"}', '2026-03-01T09:00:00Z', 0, null);
