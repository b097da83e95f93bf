-- What people do from chats: questions for a reason, and photos.

-- A message of a bot that asks why work is sent back; the reply to it is the reason.
create table chat_prompts (
  bot_id     bigint not null,
  chat_id    bigint not null,
  message_id bigint not null,
  user_id    uuid not null constraint chat_prompts_user references users on delete cascade,
  ticket_id  integer not null constraint chat_prompts_ticket references tickets on delete cascade,
  -- The ticket's rework_count: a reply in a later round is none to this question.
  round      integer not null,
  -- With the button, to be changed when the work was sent back.
  button_message_id bigint not null,
  created_at timestamptz(3) not null,
  primary key (bot_id, chat_id, message_id)
);
create index chat_prompts_by_user on chat_prompts (user_id);
create index chat_prompts_by_ticket on chat_prompts (ticket_id);
create index chat_prompts_by_age on chat_prompts (created_at);

-- What became of a file that came from a chat, so that it is added once, and for the one answer to an album.
create table chat_files (
  bot_id     bigint not null,
  chat_id    bigint not null,
  message_id bigint not null,
  user_id    uuid constraint chat_files_user references users on delete cascade,
  ticket_id  integer constraint chat_files_ticket references tickets on delete cascade,
  -- Empty: not part of an album.
  album      text not null,
  outcome    text not null,
  created_at timestamptz(3) not null,
  primary key (bot_id, chat_id, message_id)
);
create index chat_files_by_album on chat_files (bot_id, chat_id, album) where album <> '';
create index chat_files_by_user on chat_files (user_id);
create index chat_files_by_ticket on chat_files (ticket_id);
create index chat_files_by_age on chat_files (created_at);
