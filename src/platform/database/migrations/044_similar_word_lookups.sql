-- Looks each of the similar words up once. Without `materialized` the condition was moved into the parts of similar_words(), which name
-- the word itself for each of its letters, and evaluated for each mention of the result: 20 times as many tickets of a common word
-- were listed.
--
-- The same as ticket_query(), where words of four letters and more may differ in one letter: those that are in no ticket, or all of them.
-- Whoever sees few tickets of many searches with all of them: else it would learn from what is not found which words the others have.
-- Of the many words that differ it has those that tickets have, because it is compared with documents. null: there are no words, or one
-- of them is in no ticket.
create or replace function similar_ticket_query(source text, of_client uuid, keeps_known_words boolean) returns tsquery
  language sql stable as $$
  with words as materialized (
    select word, opening, opening || word || '''' || case when length(word) > 1 then ':*' else '' end as exact
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
