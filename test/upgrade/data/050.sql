update portal_reports set idempotency_key = sha256('key'), request_digest = sha256('report')
  where id = '00000000-0000-4000-8000-000000000042';
update webhooks set token_id = '00000000-0000-4000-8000-000000000050' where id = '00000000-0000-4000-8000-000000000040';
