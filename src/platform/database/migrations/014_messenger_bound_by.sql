-- The messenger's id of whoever sent the code that bound the chat: in a group only that person may end the notifications.
alter table users add column messenger_bound_by bigint;
-- Chat or bot were chosen while somebody else knew the password; they end when the owner changes it.
alter table users add column messenger_set_with_other_password boolean not null default false;
