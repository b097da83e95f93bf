-- A message of a bot that asks why a quote is declined; the reply to it is the reason.

alter table chat_prompts add column quote_id bigint
  constraint chat_prompts_quote references ticket_quotes on delete cascade;
create index chat_prompts_by_quote on chat_prompts (quote_id) where quote_id is not null;
