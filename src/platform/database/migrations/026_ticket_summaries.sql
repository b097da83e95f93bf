-- What lists show of each ticket beside its own columns.

-- When the newest entry of its journal was written, by the statement that writes it; null: there is only the one of its creation.
alter table tickets add column updated_at timestamptz(3);

alter table tickets disable trigger tickets_count_updated; -- nothing that is counted changes
update tickets as t set updated_at = newest.created_at
from (
  select distinct on (ticket_id) ticket_id, action, created_at from ticket_events order by ticket_id, id desc
) as newest
where newest.ticket_id = t.id and newest.action <> 'created';
alter table tickets enable trigger tickets_count_updated;

-- How many photos, attachments and comments a ticket has, and its cover: lists read one row instead of counting those of three tables
-- for each ticket. Triggers keep them in the transaction of the change. `callout recount` repairs them after a change that ran without
-- triggers.

create table ticket_summaries (
  ticket_id           integer primary key constraint ticket_summaries_ticket references tickets on delete cascade,
  photos              integer not null default 0,
  newest_photo_id     integer,
  attachments         integer not null default 0,
  first_attachment_id integer,
  comments            integer not null default 0
) with (fillfactor = 70);

insert into ticket_summaries (ticket_id, photos, newest_photo_id, attachments, first_attachment_id, comments)
select ticket_id, coalesce(p.n, 0), p.newest_id, coalesce(a.n, 0), a.first_id, coalesce(c.n, 0)
from (select ticket_id, count(*) as n, max(id) as newest_id from ticket_photos group by ticket_id) as p
full join (select ticket_id, count(*) as n, min(id) as first_id from ticket_attachments group by ticket_id) as a using (ticket_id)
full join (select ticket_id, count(*) as n from ticket_comments group by ticket_id) as c using (ticket_id);

-- Rows are locked in the order of tickets, after the ticket.
create function summarize_added_photos() returns trigger language plpgsql as $$
begin
  insert into ticket_summaries as s (ticket_id, photos, newest_photo_id)
  select ticket_id, count(*), max(id) from added group by ticket_id order by ticket_id
  on conflict (ticket_id) do update set
    photos = s.photos + excluded.photos, newest_photo_id = greatest(s.newest_photo_id, excluded.newest_photo_id);
  return null;
end $$;

create function summarize_added_attachments() returns trigger language plpgsql as $$
begin
  insert into ticket_summaries as s (ticket_id, attachments, first_attachment_id)
  select ticket_id, count(*), min(id) from added group by ticket_id order by ticket_id
  on conflict (ticket_id) do update set
    attachments = s.attachments + excluded.attachments, first_attachment_id = least(s.first_attachment_id, excluded.first_attachment_id);
  return null;
end $$;

create function summarize_added_comments() returns trigger language plpgsql as $$
begin
  insert into ticket_summaries as s (ticket_id, comments)
  select ticket_id, count(*) from added group by ticket_id order by ticket_id
  on conflict (ticket_id) do update set comments = s.comments + excluded.comments;
  return null;
end $$;

-- Whoever removes something has locked the ticket, so nothing is added meanwhile and what is left can be counted.
create function summarize_removed() returns trigger language plpgsql as $$
begin
  update ticket_summaries as s set
    (photos, newest_photo_id) = (select count(*), max(p.id) from ticket_photos as p where p.ticket_id = s.ticket_id),
    (attachments, first_attachment_id) = (select count(*), min(a.id) from ticket_attachments as a where a.ticket_id = s.ticket_id),
    comments = (select count(*) from ticket_comments as c where c.ticket_id = s.ticket_id)
  where s.ticket_id in (select ticket_id from removed);
  return null;
end $$;

create trigger ticket_photos_summarize_added after insert on ticket_photos
  referencing new table as added for each statement execute function summarize_added_photos();
create trigger ticket_photos_summarize_removed after delete on ticket_photos
  referencing old table as removed for each statement execute function summarize_removed();
create trigger ticket_attachments_summarize_added after insert on ticket_attachments
  referencing new table as added for each statement execute function summarize_added_attachments();
create trigger ticket_attachments_summarize_removed after delete on ticket_attachments
  referencing old table as removed for each statement execute function summarize_removed();
create trigger ticket_comments_summarize_added after insert on ticket_comments
  referencing new table as added for each statement execute function summarize_added_comments();
create trigger ticket_comments_summarize_removed after delete on ticket_comments
  referencing old table as removed for each statement execute function summarize_removed();
