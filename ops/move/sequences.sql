-- In the old database, when nothing writes any more: prints the statements that set the sequences of the new one, which no
-- subscription copies.
select format('select setval(%L, %s, %L);', format('%I.%I', schemaname, sequencename), coalesce(last_value, start_value), last_value is not null)
from pg_sequences
where schemaname = 'public'
order by sequencename;
