-- When another device last opened the link that tests the public address, and which address that was.
alter table installation add column opened_at timestamptz(3), add column opened_url text;
