-- One way to fold texts for all searches: of tickets, projects, objects and accounts, and of the archive (src/platform/lib/fold-text.ts).

-- Bodies with `return` are parsed now: pg_restore calculates the columns below without a search path.

-- Lower case without accents and points, and letters as they are typed on another keyboard: Łódź, Straße, O’Brien. Signs become the
-- letters they stand for (№, ㎾) before they are made lower case.
create function fold_text(source text) returns text language sql immutable parallel safe
  return replace(replace(replace(replace(
    translate(
      regexp_replace(
        lower(normalize(translate(source, U&'\2018\2019\02BC\2032\0060\00B4\FF07', repeat('''', 7)), nfkd) collate "und-x-icu"),
        U&'[\0300-\036F\0483-\0487\0591-\05BD\05BF\05C1\05C2\05C4\05C5\05C7\0610-\061A\064B-\065F\0670\06D6-\06DC\06DF-\06E4\06E7\06E8\06EA-\06ED\0E31\0E34-\0E3A\0E47-\0E4E\0EB1\0EB4-\0EBC\0EC8-\0ECE\102B-\103E\17B4-\17D3\3099\309A]', '', 'g'),
      'łøđıðς', 'lodidσ'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');

-- Three functions that the search index of new tickets calls are in plpgsql, which keeps their plans. In SQL they are not inlined, and
-- each insert of a ticket planned them again: 1.06 ms instead of 0.69.

-- A text whose umlauts are typed as two letters: Tuer. null: it has none.
create function spell_umlauts(source text) returns text language plpgsql immutable parallel safe as $$
begin
  if source !~ U&'[äöüÄÖÜ\0308]' then return null; end if;
  return replace(replace(replace(lower(normalize(source, nfc) collate "und-x-icu"), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue');
end $$;

-- What names are searched by, for parts of them: both spellings, with a character between them that nobody types.
create function search_key(source text) returns text language sql immutable parallel safe
  return fold_text(source) || coalesce(U&'\001F' || fold_text(spell_umlauts(source)), '');

-- A LIKE pattern for search keys with this part.
create function search_pattern(part text) returns text language sql immutable parallel safe as $$
  select '%' || regexp_replace(fold_text(part), '([\\%_])', '\\\1', 'g') || '%'
$$;

-- The columns *_folded, which have lower case only, and their indexes stay for the release before.
alter table users
  add column name_search  text collate "C" generated always as (search_key(name)) stored,
  add column email_search text collate "C" generated always as (search_key(email)) stored;
alter table projects add column name_search text collate "C" generated always as (search_key(name)) stored;
alter table objects add column name_address_search text collate "C" generated always as (search_key(name || ' ' || address)) stored;

do $$
declare
  trigrams text;
begin
  select format('%I.gin_trgm_ops', nspname) into strict trigrams
  from pg_extension join pg_namespace n on n.oid = extnamespace where extname = 'pg_trgm';
  execute format('create index users_search_key on users using gin (name_search %1$s, email_search %1$s)', trigrams);
  execute format('create index projects_search_key on projects using gin (name_search %s)', trigrams);
  execute format('create index objects_search_key on objects using gin (name_address_search %s)', trigrams);
exception when no_data_found or insufficient_privilege or undefined_object then
  raise notice 'searches go without trigram indexes: %', sqlerrm;
end $$;

-- Whether a word is of a script that is written without blanks between words: Chinese, Japanese, Thai, Lao, Burmese, Khmer.
create function is_unspaced(word text) returns boolean language sql immutable parallel safe as $$
  select word ~ U&'^[\3005-\3007\3041-\3096\309D-\309F\30A1-\30FA\30FC-\30FF\31F0-\31FF\3400-\4DBF\4E00-\9FFF\F900-\FAFF\+020000-\+03FFFF\0E01-\0E46\0E81-\0EC6\1000-\102A\1780-\17B3]'
$$;

-- Takes the words of such scripts apart into pairs of letters, so that words within a sentence are found. With the last letter alone,
-- each letter is the beginning of an entry, wherever it stands.
create function split_unspaced(words text, with_last boolean) returns text language plpgsql immutable parallel safe as $$
begin
  if words !~ U&'[\3005-\3007\3041-\3096\309D-\309F\30A1-\30FA\30FC-\30FF\31F0-\31FF\3400-\4DBF\4E00-\9FFF\F900-\FAFF\+020000-\+03FFFF\0E01-\0E46\0E81-\0EC6\1000-\102A\1780-\17B3]' then return words; end if;
  return (
    select string_agg(
      case when is_unspaced(word) then (
        select string_agg(letter || next, ' ' order by i)
        from (
          select letter, i, lead(letter, 1, '') over (order by i) as next
          from unnest(string_to_array(word, null)) with ordinality as letters (letter, i)
        ) as pairs
        where with_last or next <> '' or i = 1)
      else word end, ' ' order by place)
    from unnest(string_to_array(regexp_replace(words, U&'([\3005-\3007\3041-\3096\309D-\309F\30A1-\30FA\30FC-\30FF\31F0-\31FF\3400-\4DBF\4E00-\9FFF\F900-\FAFF\+020000-\+03FFFF\0E01-\0E46\0E81-\0EC6\1000-\102A\1780-\17B3]+)', ' \1 ', 'g'), ' ')) with ordinality as parts (word, place)
    where word <> '');
end $$;

-- Folded words with one space between them, cut at 40 characters.
create function search_terms(source text, with_last boolean) returns text language plpgsql immutable parallel safe as $$
begin
  return regexp_replace(
    split_unspaced(regexp_replace(fold_text(source) collate "und-x-icu", '[^[:alnum:]]+', ' ', 'g'), with_last) collate "und-x-icu",
    '([[:alnum:]]{40})[[:alnum:]]+', '\1', 'g');
end $$;

create or replace function search_text(source text) returns text language sql immutable parallel safe as $$
  select search_terms(source, true)
$$;

create or replace function search_document(source text, weight "char") returns tsvector language sql immutable parallel safe as $$
  select setweight(to_tsvector('simple', search_text(source) || coalesce(' ' || search_text(spell_umlauts(source)), '')), weight)
$$;

-- The beginning of a text. One with pairs of letters has many more entries, and a document has at most 1 MB.
create function search_excerpt(source text, max_letters integer) returns text language sql immutable parallel safe as $$
  select left(source, case when left(source, max_letters) ~ U&'[\3005-\3007\3041-\3096\309D-\309F\30A1-\30FA\30FC-\30FF\31F0-\31FF\3400-\4DBF\4E00-\9FFF\F900-\FAFF\+020000-\+03FFFF\0E01-\0E46\0E81-\0EC6\1000-\102A\1780-\17B3\FF66-\FF9D]' then max_letters / 6 else max_letters end)
$$;

create or replace function ticket_document(of_ticket integer) returns tsvector language plpgsql stable set enable_seqscan = off as $$
begin
  return (
    select with_words_of_client(setweight(to_tsvector('simple', t.id::text), 'A')
      || search_document(concat_ws(' ', t.description, t.address, o.name, p.name), 'B')
      || coalesce((select search_document(search_excerpt(string_agg(e.comment, ' ' order by e.id), 20000), 'C') from ticket_events as e
        where e.ticket_id = t.id and e.action in ('rejected', 'canceled')), '')
      || coalesce((select search_document(search_excerpt(string_agg(c.text, ' ' order by c.id desc), 100000), 'D') from ticket_comments as c
        where c.ticket_id = t.id), ''), t.client_id)
    from tickets as t join objects as o on o.id = t.object_id join projects as p on p.id = t.project_id
    where t.id = of_ticket);
end $$;

-- The words of a search, at most 8: the longest, because each is looked up.
create or replace function search_words(source text) returns setof text language sql immutable parallel safe as $$
  select word from (select distinct unnest(string_to_array(search_terms(source, false), ' ')) as word) as words
  where word <> '' order by length(word) desc, word limit 8
$$;

-- Whether tickets with words that begin so are found. A single letter is too common, unless it is a word of its own.
create function is_beginning(word text) returns boolean language sql immutable parallel safe as $$
  select length(word) > 1 or is_unspaced(word)
$$;

-- Tickets that have all words of a search, of two letters and more as the beginning of a word, in parts with one of the weights.
-- of_client: null for tickets of all clients. null: there are no words.
create or replace function ticket_query(source text, of_client uuid, weights text default 'ABCD') returns tsquery
  language sql immutable parallel safe as $$
  select string_agg('''' || coalesce(client_prefix(of_client), '') || word || ''':'
    || case when is_beginning(word) then '*' else '' end || weights, ' & ')::tsquery
  from search_words(source) as word
$$;

-- The same, where words of four letters and more may differ in one letter (044_similar_word_lookups.sql).
create or replace function similar_ticket_query(source text, of_client uuid, keeps_known_words boolean) returns tsquery
  language sql stable as $$
  with words as materialized (
    select word, opening, opening || word || '''' || case when is_beginning(word) then ':*' else '' end as exact
    from search_words(source) as word
    cross join lateral (select '''' || coalesce(client_prefix(of_client), '') as opening) as quoted
  ),
  kept as materialized (
    select *, not keeps_known_words or is_common_ticket_word(exact::tsquery) or is_ticket_word(exact::tsquery) as is_kept from words
  ),
  variants as materialized (
    select word, other, opening || other || '''' || case when length(other) > 4 then ':*' else '' end as variant
    from kept cross join lateral similar_words(word) as other
    where length(word) >= 4 and other <> word and not (keeps_known_words and is_kept)
  ),
  found as materialized (
    select word, string_agg(variant, ' | ' order by variant) as variants
    from variants
    -- The beginning of a word is as common as the word, and listing all its tickets takes longer than to search with it in vain.
    where case when starts_with(word, other) then true else is_ticket_word(variant::tsquery) end
    group by word
  )
  select case when bool_and(term is not null) then string_agg('(' || term || ')', ' & ')::tsquery end
  from (
    select nullif(concat_ws(' | ', case when is_kept then exact end, variants), '') as term from kept left join found using (word)
  ) as terms
$$;

-- The search index has the tickets that exist already as they were folded before: the job indexes them again.
insert into ticket_search_stale (object_id, tenant, due_at, settled_at)
select o.id, p.client_id, 'epoch', 'epoch' from objects as o join projects as p on p.id = o.project_id
where exists (select from tickets as t where t.object_id = o.id)
on conflict do nothing;
