-- How tickets are arranged: links between them, and tags.

create table ticket_links (
  id      integer generated always as identity primary key,
  from_id integer not null constraint ticket_links_from references tickets on delete cascade,
  to_id   integer not null constraint ticket_links_to references tickets on delete cascade,
  kind    text not null constraint ticket_links_kind check (kind in ('related', 'duplicate', 'blocks', 'follow_up')),
  constraint ticket_links_once unique (from_id, to_id, kind),
  constraint ticket_links_itself check (from_id <> to_id)
);
create index ticket_links_by_target on ticket_links (to_id, id);

create table ticket_tags (
  -- Ascends with time, which tells the first spelling of a tag.
  id        bigint generated always as identity primary key,
  ticket_id integer not null constraint ticket_tags_ticket references tickets on delete cascade,
  -- Of the ticket, which never changes: tags of a client are found without those of others.
  client_id uuid not null,
  position  smallint not null,
  tag       text not null constraint ticket_tags_length check (char_length(tag) between 1 and 40),
  -- What tags are compared by.
  key       text collate "C" generated always as (fold_text(tag)) stored,
  constraint ticket_tags_once unique (ticket_id, key)
);
create index ticket_tags_by_key on ticket_tags (key, ticket_id);
create index ticket_tags_by_client on ticket_tags (client_id, key, ticket_id);
