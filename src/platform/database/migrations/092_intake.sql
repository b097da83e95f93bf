-- The mails that were read, each once: the row is written in the transaction that makes a report or a comment of the mail.
create table intake_messages (
  id           bigint generated always as identity primary key,
  -- Server, user and folder; UIDs mean something in a mailbox with this UIDVALIDITY only.
  mailbox      text not null,
  uid_validity bigint not null,
  uid          bigint not null,
  from_address text not null,
  -- Empty unless nothing was made of the mail.
  subject      text not null,
  -- Why nothing was made of it; null: it became a report or a comment.
  reason       text constraint intake_messages_reason check (reason in (
                 'automatic', 'delivery_report', 'own_mail', 'no_sender', 'too_many', 'too_large', 'empty', 'failed')),
  at           timestamptz(3) not null,
  constraint intake_messages_once unique (mailbox, uid_validity, uid)
);
create index intake_messages_by_sender on intake_messages (from_address, at);
create index intake_messages_left on intake_messages (at, id) where reason is not null;
create index intake_messages_by_time on intake_messages (at);
