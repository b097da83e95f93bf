-- Documents have each word twice: as it is, and for its client. A search of a client then reads the entries of its own tickets in the
-- index, however many tickets all clients have together.

-- What stands before a word of a client, as short as it may be: lists leave out the tickets of other clients with the same letters. No
-- other word has a slash.
create function client_prefix(of_client uuid) returns text language sql immutable parallel safe as $$
  select '/' || right(of_client::text, 4)
$$;

create function with_words_of_client(document tsvector, of_client uuid) returns tsvector language sql immutable parallel safe as $$
  select document || coalesce(string_agg(
    '''' || client_prefix(of_client) || lexeme || ''':'
      || (select string_agg(position || weight, ',') from unnest(positions, weights) as places (position, weight)), ' ')::tsvector, '')
  from unnest(document)
$$;

lock table ticket_search in share row exclusive mode;
drop index ticket_search_document;
update ticket_search as s set document = with_words_of_client(s.document, t.client_id) from tickets as t where t.id = s.ticket_id;
create index ticket_search_document on ticket_search using gin (document) with (gin_pending_list_limit = 1024);

create or replace function ticket_document(of_ticket integer) returns tsvector language plpgsql stable set enable_seqscan = off as $$
begin
  return (
    select with_words_of_client(setweight(to_tsvector('simple', t.id::text), 'A')
      || search_document(concat_ws(' ', t.description, t.address, o.name, p.name), 'B')
      || coalesce((select search_document(left(string_agg(e.comment, ' ' order by e.id), 20000), 'C') from ticket_events as e
        where e.ticket_id = t.id and e.action in ('rejected', 'canceled')), '')
      || coalesce((select search_document(left(string_agg(c.text, ' ' order by c.id desc), 100000), 'D') from ticket_comments as c
        where c.ticket_id = t.id), ''), t.client_id)
    from tickets as t join objects as o on o.id = t.object_id join projects as p on p.id = t.project_id
    where t.id = of_ticket);
end $$;

create or replace function index_added_tickets() returns trigger language plpgsql as $$
begin
  insert into ticket_search (ticket_id, document)
  select t.id, with_words_of_client(setweight(to_tsvector('simple', t.id::text), 'A')
    || search_document(concat_ws(' ', t.description, t.address, o.name, p.name), 'B'), t.client_id)
  from added as t join objects as o on o.id = t.object_id join projects as p on p.id = t.project_id
  order by t.id;
  return null;
end $$;

drop function ticket_query(text, text);
drop function similar_ticket_query(text);

-- Tickets that have all words of a search, of two letters and more as the beginning of a word, in parts with one of the weights.
-- of_client: null for tickets of all clients. null: there are no words.
create function ticket_query(source text, of_client uuid, weights text default 'ABCD') returns tsquery
  language sql immutable parallel safe as $$
  select string_agg('''' || coalesce(client_prefix(of_client), '') || word || ''':'
    || case when length(word) > 1 then '*' else '' end || weights, ' & ')::tsquery
  from search_words(source) as word
$$;

create function is_ticket_word(word tsquery) returns boolean language plpgsql stable set enable_seqscan = off as $$
begin
  return exists (select from ticket_search where document @@ word);
end $$;

-- The same as ticket_query(), where words of four letters and more that are in no ticket may differ in one letter. Of the many words
-- that differ so it has those that tickets have, because it is compared with documents. null: there are no words, or one of them is in
-- no ticket.
create function similar_ticket_query(source text, of_client uuid) returns tsquery language sql stable as $$
  select case when bool_and(term is not null) then string_agg('(' || term || ')', ' & ')::tsquery end
  from search_words(source) as word
  cross join lateral (select '''' || coalesce(client_prefix(of_client), '') as opening) as quoted
  cross join lateral (select opening || word || '''' || case when length(word) > 1 then ':*' else '' end as exact) as typed
  cross join lateral (
    select case when is_ticket_word(exact::tsquery) then exact
      when length(word) >= 4 then (
        select string_agg(variant, ' | ')
        from similar_words(word) as other
        cross join lateral (select opening || other || '''' || case when length(other) > 4 then ':*' else '' end as variant) as variants
        where is_ticket_word(variant::tsquery))
    end as term
  ) as terms
$$;
