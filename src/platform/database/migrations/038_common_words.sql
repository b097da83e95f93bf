-- The index lists every ticket of a word before the first one is known. Common words are among the newest tickets, too.
create or replace function is_ticket_word(word tsquery) returns boolean language plpgsql stable set enable_seqscan = off as $$
begin
  return exists (select from (select document from ticket_search order by ticket_id desc limit 500) as newest where document @@ word)
    or exists (select from ticket_search where document @@ word);
end $$;
