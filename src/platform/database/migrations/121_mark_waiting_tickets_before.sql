-- The tickets that were on hold or handed back before the triggers of 120 were there.
insert into ticket_summaries (ticket_id, has_additions)
select ticket_id, true from (select ticket_id from ticket_holds union select ticket_id from ticket_hand_backs) as marked
on conflict (ticket_id) do update set has_additions = true;
