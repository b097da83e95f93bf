insert into webhooks (id, owner_id, sees_all, url, events, is_active, secret, created_at)
  values ('00000000-0000-4000-8000-000000000040', '00000000-0000-4000-8000-000000000002', false, 'https://hooks.example.com/callout',
    '{ticket_created}', false, decode('00', 'hex'), '2026-03-01 08:00:00Z');
insert into webhook_deliveries (webhook_id, event, ticket_id, details, created_at)
  select '00000000-0000-4000-8000-000000000040', 'ticket_created', min(id), '{}', '2026-03-01 08:00:00Z' from tickets;
