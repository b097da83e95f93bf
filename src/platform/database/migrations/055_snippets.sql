-- Texts to choose from. Shared ones belong to no account, so they stay when whoever shared them is deleted.
create table snippets (
  id         integer generated always as identity primary key,
  owner_id   uuid constraint snippets_owner references users on delete cascade,
  kind       text not null constraint snippets_kind
               check (kind in ('comment', 'reject', 'cancel', 'hold', 'hand_back', 'request')),
  title      text not null constraint snippets_title check (char_length(title) between 1 and 100),
  text       text not null constraint snippets_text check (char_length(text) between 1 and 4000),
  created_at timestamptz(3) not null
);
create index snippets_by_owner on snippets (owner_id, kind);
