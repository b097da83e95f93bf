insert into former_accounts (user_id, replaced_at, replaced_by)
  values ('00000000-0000-4000-8000-000000000004', '2026-01-03 08:00:00Z', '00000000-0000-4000-8000-000000000001');
-- Of the entry that is newest, whose content stays the one that was written.
insert into journal_replacements (ticket_id, entry_id, after_entry_id, replaced_at, replaced_by, entry_hash, content_hash)
  select ticket_id, id, id, '2026-01-03 08:00:00Z', '00000000-0000-4000-8000-000000000001', chain_hash, chain_hash
  from ticket_events where ticket_id = 3 order by id desc limit 1;
