-- Search in tickets: one document per ticket, kept by triggers in the transaction of the change. No extension is needed.

-- Lower case, without accents, words with one space between them. Words are cut at 40 characters.
create function search_text(source text) returns text language sql immutable parallel safe as $$
  select regexp_replace(regexp_replace(
    replace(replace(replace(replace(
      translate(regexp_replace(normalize(lower(source collate "und-x-icu"), nfkd), U&'[\0300-\036F]', '', 'g'), 'łøđıð', 'lodid'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') collate "und-x-icu",
    '[^[:alnum:]]+', ' ', 'g'), '([[:alnum:]]{40})[[:alnum:]]+', '\1', 'g')
$$;

-- A document of these words, and of words with an umlaut again as they are typed without one: Tür, Tuer.
create function search_document(source text, weight "char") returns tsvector language sql immutable parallel safe as $$
  select setweight(to_tsvector('simple', search_text(source) || case when source ~ U&'[äöüÄÖÜ\0308]' then ' ' || search_text(
    replace(replace(replace(lower(normalize(source, nfc) collate "und-x-icu"), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue')) else '' end), weight)
$$;

-- Weights: A the number, B what the ticket says, C reasons, D comments. Texts are cut so that a document fits into its type.
-- plpgsql keeps the plan, and a function in SQL is planned for each call. A plan that was made while the tables were small would read
-- them from end to end.
create function ticket_document(of_ticket integer) returns tsvector language plpgsql stable set enable_seqscan = off as $$
begin
  return (
    select setweight(to_tsvector('simple', t.id::text), 'A')
      || search_document(concat_ws(' ', t.description, t.address, o.name, p.name), 'B')
      || coalesce((select search_document(left(string_agg(e.comment, ' ' order by e.id), 20000), 'C') from ticket_events as e
        where e.ticket_id = t.id and e.action in ('rejected', 'canceled')), '')
      || coalesce((select search_document(left(string_agg(c.text, ' ' order by c.id desc), 100000), 'D') from ticket_comments as c
        where c.ticket_id = t.id), '')
    from tickets as t join objects as o on o.id = t.object_id join projects as p on p.id = t.project_id
    where t.id = of_ticket);
end $$;

create table ticket_search (
  ticket_id integer primary key constraint ticket_search_ticket references tickets on delete cascade,
  document  tsvector not null
);
create index ticket_search_document on ticket_search using gin (document) with (gin_pending_list_limit = 1024);

-- Writers of a ticket wait for each other at its row, and the later one reads what the earlier one has written.
create function index_ticket(of_ticket integer) returns void language plpgsql set enable_seqscan = off as $$
begin
  perform from tickets where id = of_ticket for key share;
  if not found then return; end if;
  insert into ticket_search (ticket_id, document) values (of_ticket, '') on conflict do nothing;
  perform from ticket_search where ticket_id = of_ticket for no key update;
  update ticket_search set document = ticket_document(of_ticket) where ticket_id = of_ticket;
end $$;

create function index_added_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_search (ticket_id, document)
  select t.id, setweight(to_tsvector('simple', t.id::text), 'A')
    || search_document(concat_ws(' ', t.description, t.address, o.name, p.name), 'B')
  from added as t join objects as o on o.id = t.object_id join projects as p on p.id = t.project_id
  order by t.id;
  return null;
end $$;
create trigger tickets_index_added after insert on tickets
  referencing new table as added for each statement execute function index_added_tickets();

create function index_ticket_of_comment() returns trigger language plpgsql as $$
begin
  perform index_ticket(new.ticket_id);
  return null;
end $$;
create trigger ticket_comments_index after insert on ticket_comments for each row execute function index_ticket_of_comment();

create function index_ticket_with_reason() returns trigger language plpgsql as $$
begin
  perform index_ticket(new.id);
  return null;
end $$;
create trigger tickets_index_reason after update of reject_reason, cancel_reason on tickets
  for each row execute function index_ticket_with_reason();

-- Objects whose tickets a job indexes again (src/product/search/refresh.ts), because they or their project have another name.
create table ticket_search_stale (
  object_id    integer primary key constraint ticket_search_stale_object references objects on delete cascade,
  -- Its tickets up to this one are done.
  after_ticket integer not null default 0,
  -- When the next pass begins, and until when passes are needed: a ticket that is being created may have read the former name.
  due_at       timestamptz not null,
  settled_at   timestamptz not null
);
create index ticket_search_stale_due on ticket_search_stale (due_at);

create function index_renamed() returns trigger language plpgsql as $$
begin
  insert into ticket_search_stale as stale (object_id, due_at, settled_at)
  select o.id, now(), now() + interval '90 s' from objects as o
  where case tg_table_name when 'objects' then o.id = new.id else o.project_id = new.id end
  order by o.id
  on conflict (object_id) do update set after_ticket = 0, due_at = excluded.due_at, settled_at = excluded.settled_at;
  return null;
end $$;
create trigger objects_index_renamed after update of name on objects
  for each row when (old.name is distinct from new.name) execute function index_renamed();
create trigger projects_index_renamed after update of name on projects
  for each row when (old.name is distinct from new.name) execute function index_renamed();

-- Indexes a batch of the tickets of one object that waits. null: none waits, or others are at those that do.
create function index_stale_tickets(batch integer) returns integer language plpgsql as $$
declare
  stale ticket_search_stale;
  ids integer[];
begin
  select * into stale from ticket_search_stale where due_at <= now() order by due_at limit 1 for no key update skip locked;
  if not found then return null; end if;
  select coalesce(array_agg(id), '{}') into ids from (
    select id from tickets where object_id = stale.object_id and id > stale.after_ticket order by id limit batch
  ) as found;
  perform index_ticket(id) from unnest(ids) as id;
  if cardinality(ids) = batch then
    update ticket_search_stale set after_ticket = ids[batch] where object_id = stale.object_id;
  elsif stale.settled_at <= now() then
    delete from ticket_search_stale where object_id = stale.object_id;
  else
    update ticket_search_stale set after_ticket = 0, due_at = settled_at where object_id = stale.object_id;
  end if;
  return cardinality(ids);
end $$;

-- What exists already is indexed by the same job.
insert into ticket_search_stale (object_id, due_at, settled_at) select id, 'epoch', 'epoch' from objects;

-- The words of a search, at most 8: the longest, because each is looked up.
create function search_words(source text) returns setof text language sql immutable parallel safe as $$
  select word from (select distinct unnest(string_to_array(search_text(source), ' ')) as word) as words
  where word <> '' order by length(word) desc, word limit 8
$$;

-- Tickets that have all words of a search, of two letters and more as the beginning of a word, in parts with one of the weights.
-- null: there are no words.
create function ticket_query(source text, weights text default '') returns tsquery language sql immutable parallel safe as $$
  select string_agg('''' || word || ''':' || case when length(word) > 1 then '*' else '' end || coalesce(nullif(weights, ''), 'ABCD'), ' & ')::tsquery
  from search_words(source) as word
$$;

-- The words that differ from a word in one letter, and the word itself: a letter left out, added, replaced, two exchanged.
create function similar_words(word text) returns setof text language sql immutable parallel safe as $$
  select word
  union select left(word, i - 1) || substr(word, i + 1) from generate_series(1, length(word)) as i
  union select left(word, i - 1) || substr(word, i + 1, 1) || substr(word, i, 1) || substr(word, i + 2)
    from generate_series(1, length(word) - 1) as i
  union select left(word, i) || letter || substr(word, i + 1 + replaced)
    from generate_series(0, length(word)) as i, generate_series(0, 1) as replaced,
      string_to_array(case when word ~ '[а-я]' then 'абвгдежзийклмнопрстуфхцчшщъыьэюя'
        else 'abcdefghijklmnopqrstuvwxyz0123456789' end, null) as letters, unnest(letters) as letter
$$;

-- The same as ticket_query(), where words of four letters and more may differ in one letter.
create function similar_ticket_query(source text) returns tsquery language sql immutable parallel safe as $$
  select string_agg('(' || case when length(word) < 4 then '''' || word || ''':*' else (
    select string_agg('''' || variant || ''':' || case when length(variant) > 4 then '*' else 'ABCD' end, ' | ')
    from similar_words(word) as variant) end || ')', ' & ')::tsquery
  from search_words(source) as word
$$;
