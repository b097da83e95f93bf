insert into snippets (owner_id, kind, title, text, created_at)
  select id, 'comment', 'No access', 'Nobody was there to let us in.', '2026-03-01 08:00:00Z' from users order by email limit 1;
insert into snippets (owner_id, kind, title, text, created_at) values (null, 'cancel', 'Twice', 'It was reported twice.', '2026-03-01 08:00:00Z');
