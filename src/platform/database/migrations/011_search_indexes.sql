-- Trigram indexes find parts of words. pg_trgm needs the right to create extensions in the database; without it
-- searches read the folded columns from end to end (docs/operations.md describes how to add the indexes later).
do $$
declare
  trigrams text;
begin
  create extension if not exists pg_trgm;
  -- An extension that existed before may lie in a schema that is not in the search path.
  select format('%I.gin_trgm_ops', nspname) into strict trigrams
  from pg_extension join pg_namespace n on n.oid = extnamespace where extname = 'pg_trgm';
  execute format('create index users_search on users using gin (name_folded %1$s, email_folded %1$s)', trigrams);
  execute format('create index projects_search on projects using gin (name_folded %s)', trigrams);
  execute format('create index objects_search on objects using gin (name_address_folded %s)', trigrams);
exception when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then
  raise notice 'searches go without trigram indexes: %', sqlerrm;
end $$;
