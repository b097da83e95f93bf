insert into chat_prompts (bot_id, chat_id, message_id, user_id, ticket_id, round, quote_id, button_message_id, created_at)
  select 100, 11, 970, t.client_id, t.id, -1, q.id, 969, '2026-03-02T08:00:00Z'
  from ticket_quotes as q join tickets as t on t.id = q.ticket_id order by q.id limit 1;
