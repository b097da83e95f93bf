-- no transaction
-- Which items of checklists have failed in a range of time.
create index concurrently if not exists ticket_checklist_items_failed on ticket_checklist_items (answered_at) include (ticket_id)
  where state = 'failed';
