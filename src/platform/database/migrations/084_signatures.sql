-- Signatures of people who were there, as attachments with their hash: one for each round of work.

alter table ticket_attachments
  add column sha256 bytea,
  -- Who has signed; empty: it is no signature.
  add column signed_by text not null default '',
  -- tickets.rework_count of that time
  add column round integer,
  drop constraint ticket_attachments_kind,
  add constraint ticket_attachments_kind check (kind in ('report', 'comment', 'signature')) not valid,
  add constraint ticket_attachments_signed check (
    kind <> 'signature' or (sha256 is not null and signed_by <> '' and round is not null)) not valid;
create unique index ticket_attachments_signature_once on ticket_attachments (ticket_id, round) where kind = 'signature';

-- A signature is no picture of the request, and never its cover.
create or replace function summarize_added_attachments() returns trigger language plpgsql as $$
begin
  insert into ticket_summaries as s (ticket_id, attachments, first_attachment_id, internal_attachments)
  select ticket_id, count(*) filter (where not is_internal), min(id) filter (where not is_internal), count(*) filter (where is_internal)
  from added where kind <> 'signature' group by ticket_id order by ticket_id
  on conflict (ticket_id) do update set
    attachments = s.attachments + excluded.attachments, first_attachment_id = least(s.first_attachment_id, excluded.first_attachment_id),
    internal_attachments = s.internal_attachments + excluded.internal_attachments;
  return null;
end $$;

create or replace function summarize_removed() returns trigger language plpgsql as $$
begin
  update ticket_summaries as s set
    (photos, newest_photo_id) = (select count(*), max(p.id) from ticket_photos as p where p.ticket_id = s.ticket_id),
    (attachments, first_attachment_id, internal_attachments) = (
      select count(*) filter (where not a.is_internal), min(a.id) filter (where not a.is_internal), count(*) filter (where a.is_internal)
      from ticket_attachments as a where a.ticket_id = s.ticket_id and a.kind <> 'signature'),
    (comments, internal_comments) = (
      select count(*) filter (where not c.is_internal), count(*) filter (where c.is_internal)
      from ticket_comments as c where c.ticket_id = s.ticket_id)
  where s.ticket_id in (select ticket_id from removed);
  return null;
end $$;
