-- Searches fold upper and lower case as ILIKE does under the ICU collation. The folded text is stored, because
-- folding every row for every word of a search took seconds; it is compared byte by byte (collation "C").
alter table users
  add column name_folded  text collate "C" generated always as (lower(name collate "und-x-icu")) stored,
  add column email_folded text collate "C" generated always as (lower(email collate "und-x-icu")) stored;
alter table projects
  add column name_folded text collate "C" generated always as (lower(name collate "und-x-icu")) stored;
-- A word of a search holds no space, so it never matches across the two.
alter table objects
  add column place_folded text collate "C" generated always as (lower((name || ' ' || address) collate "und-x-icu")) stored;

-- What lists of names show first: sorting 100,000 accounts, or 10,000 objects of a project, by ICU's rules took 20 to 40 ms.
create index objects_by_name on objects (project_id, name collate "und-x-icu", id);
create index users_by_name on users (role, name collate "und-x-icu", id) where is_active;

-- Trigram indexes find parts of words. pg_trgm needs the right to create extensions in the database; without it
-- searches read the folded columns from end to end (docs/operations.md tells how to add the indexes later).
do $$
declare
  trigrams text;
begin
  create extension if not exists pg_trgm;
  -- An extension that was there before may lie in a schema that is not in the search path.
  select format('%I.gin_trgm_ops', nspname) into strict trigrams
  from pg_extension join pg_namespace n on n.oid = extnamespace where extname = 'pg_trgm';
  execute format('create index users_search on users using gin (name_folded %1$s, email_folded %1$s)', trigrams);
  execute format('create index projects_search on projects using gin (name_folded %s)', trigrams);
  execute format('create index objects_search on objects using gin (place_folded %s)', trigrams);
exception when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then
  raise notice 'searches go without trigram indexes: %', sqlerrm;
end $$;
