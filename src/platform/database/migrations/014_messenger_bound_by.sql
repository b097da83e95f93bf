-- The messenger's id of whoever sent the code that bound the chat: in a group only that person may end the notifications.
alter table users add column messenger_bound_by bigint;
-- Chosen while somebody else knew the password; they end when the owner changes it.
alter table users
  add column chat_set_with_other_password boolean not null default false,
  add column bot_set_with_other_password  boolean not null default false;
alter table bind_codes add column made_with_other_password boolean not null default false;
