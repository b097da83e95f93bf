-- The index lists every ticket of a word before the first one is known. Common words are among the newest tickets, too.
create function is_common_ticket_word(word tsquery) returns boolean language sql stable as $$
  select exists (select from (select document from ticket_search order by ticket_id desc limit 500) as newest where document @@ word)
$$;

drop function similar_ticket_query(text, uuid);

-- The same as ticket_query(), where words of four letters and more may differ in one letter: those that are in no ticket, or all of them.
-- Whoever sees few tickets of many searches with all of them: else it would learn from what is not found which words the others have.
-- Of the many words that differ it has those that tickets have, because it is compared with documents. null: there are no words, or one
-- of them is in no ticket.
create function similar_ticket_query(source text, of_client uuid, keeps_known_words boolean) returns tsquery language sql stable as $$
  select case when bool_and(term is not null) then string_agg('(' || term || ')', ' & ')::tsquery end
  from search_words(source) as word
  cross join lateral (select '''' || coalesce(client_prefix(of_client), '') as opening) as quoted
  cross join lateral (select opening || word || '''' || case when length(word) > 1 then ':*' else '' end as exact) as typed
  cross join lateral (
    select case when keeps_known_words and (is_common_ticket_word(exact::tsquery) or is_ticket_word(exact::tsquery)) then exact
      when length(word) >= 4 then (
        select string_agg(variant, ' | ')
        from (
          select exact as variant where not keeps_known_words
          union all
          select opening || other || '''' || case when length(other) > 4 then ':*' else '' end from similar_words(word) as other
        ) as variants
        where is_ticket_word(variant::tsquery))
      when not keeps_known_words then exact
    end as term
  ) as terms
$$;
