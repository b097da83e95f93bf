-- Comments that only admins and the assigned worker read (src/product/visibility.ts), with their attachments.

alter table ticket_comments add column is_internal boolean not null default false;
alter table ticket_attachments add column is_internal boolean not null default false;

-- An attachment is as internal as its comment, whatever release adds it.
create function mark_internal_attachment() returns trigger language plpgsql as $$
begin
  new.is_internal := coalesce((select is_internal from ticket_comments where id = new.comment_id), false);
  return new;
end $$;
create trigger ticket_attachments_internal before insert on ticket_attachments
  for each row when (new.comment_id is not null) execute function mark_internal_attachment();

-- Counted apart: `comments`, `attachments` and the cover are what everyone who sees the ticket sees, for the release before, too.
alter table ticket_summaries
  add column internal_comments    integer not null default 0,
  add column internal_attachments integer not null default 0;

create or replace function summarize_added_attachments() returns trigger language plpgsql as $$
begin
  insert into ticket_summaries as s (ticket_id, attachments, first_attachment_id, internal_attachments)
  select ticket_id, count(*) filter (where not is_internal), min(id) filter (where not is_internal), count(*) filter (where is_internal)
  from added group by ticket_id order by ticket_id
  on conflict (ticket_id) do update set
    attachments = s.attachments + excluded.attachments, first_attachment_id = least(s.first_attachment_id, excluded.first_attachment_id),
    internal_attachments = s.internal_attachments + excluded.internal_attachments;
  return null;
end $$;

create or replace function summarize_added_comments() returns trigger language plpgsql as $$
begin
  insert into ticket_summaries as s (ticket_id, comments, internal_comments)
  select ticket_id, count(*) filter (where not is_internal), count(*) filter (where is_internal)
  from added group by ticket_id order by ticket_id
  on conflict (ticket_id) do update set
    comments = s.comments + excluded.comments, internal_comments = s.internal_comments + excluded.internal_comments;
  return null;
end $$;

create or replace function summarize_removed() returns trigger language plpgsql as $$
begin
  update ticket_summaries as s set
    (photos, newest_photo_id) = (select count(*), max(p.id) from ticket_photos as p where p.ticket_id = s.ticket_id),
    (attachments, first_attachment_id, internal_attachments) = (
      select count(*) filter (where not a.is_internal), min(a.id) filter (where not a.is_internal), count(*) filter (where a.is_internal)
      from ticket_attachments as a where a.ticket_id = s.ticket_id),
    (comments, internal_comments) = (
      select count(*) filter (where not c.is_internal), count(*) filter (where c.is_internal)
      from ticket_comments as c where c.ticket_id = s.ticket_id)
  where s.ticket_id in (select ticket_id from removed);
  return null;
end $$;

-- Words of internal comments begin with a sign that no other word has, so that a search finds them only where it asks for them.
create function internal_words(document tsvector) returns tsvector language sql immutable parallel safe as $$
  select coalesce(string_agg(
    '''!' || lexeme || ''':'
      || (select string_agg(position || weight, ',') from unnest(positions, weights) as places (position, weight)), ' ')::tsvector, '')
  from unnest(document)
$$;

create or replace function ticket_document(of_ticket integer) returns tsvector language plpgsql stable set enable_seqscan = off as $$
begin
  return (
    select with_words_of_client(setweight(to_tsvector('simple', t.id::text), 'A')
      || search_document(concat_ws(' ', t.description, t.address, o.name, p.name), 'B')
      || coalesce((select search_document(search_excerpt(string_agg(e.comment, ' ' order by e.id), 20000), 'C') from ticket_events as e
        where e.ticket_id = t.id and e.action in ('rejected', 'canceled')), '')
      || coalesce((select search_document(search_excerpt(string_agg(c.text, ' ' order by c.id desc), 100000), 'D') from ticket_comments as c
        where c.ticket_id = t.id and not c.is_internal), ''), t.client_id)
      || coalesce((select internal_words(search_document(search_excerpt(string_agg(c.text, ' ' order by c.id desc), 50000), 'D'))
        from ticket_comments as c where c.ticket_id = t.id and c.is_internal), '')
    from tickets as t join objects as o on o.id = t.object_id join projects as p on p.id = t.project_id
    where t.id = of_ticket);
end $$;

-- The same as ticket_query(), where each word may also be in an internal comment; for those who search the tickets of all clients.
create function ticket_query_with_internal(source text) returns tsquery language sql immutable parallel safe as $$
  select string_agg(
    '(''' || word || ''':' || beginning || ' | ''!' || word || ''':' || beginning || ')', ' & ')::tsquery
  from search_words(source) as word
  cross join lateral (select case when is_beginning(word) then '*' else '' end as beginning) as suffix
$$;
