-- The messenger's id of whoever sent the code that bound the chat: in a group only that person may end the notifications.
alter table users add column messenger_bound_by bigint;
