-- When another device last opened the link that tests the public address.
alter table installation add column opened_at timestamptz(3);
