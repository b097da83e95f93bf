-- The tickets that had additions before the triggers of 115 were there. Apart from those, so that the lock of its new column is not kept.
insert into ticket_summaries (ticket_id, has_additions)
select ticket_id, true from (
  select ticket_id from ticket_tags union select ticket_id from ticket_appointments union select ticket_id from ticket_equipment
  union select ticket_id from ticket_checklists union select ticket_id from ticket_costs union select ticket_id from ticket_quotes
) as added
on conflict (ticket_id) do update set has_additions = true;
