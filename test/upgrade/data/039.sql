insert into idempotency_keys values ('\x05', '\x01ab', '2099-01-01 09:00:00Z');
