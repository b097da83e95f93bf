-- Lists of what is to be looked at, and their copies in tickets, which are filled in.

create table checklists (
  id         integer generated always as identity primary key,
  -- null: of the admins
  client_id  uuid constraint checklists_client references users on delete cascade,
  name       text not null constraint checklists_name check (char_length(name) between 1 and 200),
  items      jsonb not null constraint checklists_items check (jsonb_typeof(items) = 'array'),
  created_at timestamptz(3) not null
);
create index checklists_by_client on checklists (client_id, id);

create table ticket_checklists (
  ticket_id    integer primary key constraint ticket_checklists_ticket references tickets on delete cascade,
  -- null: it was deleted
  checklist_id integer constraint ticket_checklists_checklist references checklists on delete set null,
  name         text not null
);
create index ticket_checklists_by_checklist on ticket_checklists (checklist_id, ticket_id) where checklist_id is not null;

create table ticket_checklist_items (
  id               bigint generated always as identity primary key,
  ticket_id        integer not null constraint ticket_checklist_items_ticket references ticket_checklists on delete cascade,
  -- of the item of the checklist
  item_id          uuid not null,
  position         integer not null,
  label            text not null,
  kind             text not null constraint ticket_checklist_items_kind
                     check (kind in ('check', 'text', 'number', 'choice', 'photo')),
  required         boolean not null,
  unit             text,
  min              numeric,
  max              numeric,
  choices          text[],
  -- null: not answered, or a photo
  value            jsonb,
  photo_id         integer constraint ticket_checklist_items_photo references ticket_photos on delete set null,
  answered_at      timestamptz(3),
  answered_by      uuid constraint ticket_checklist_items_answered_by references users on delete set null,
  -- The name at that time, which stays when the account is deleted.
  answered_by_name text not null default '',
  -- A photo that is deleted leaves its item open.
  state            text not null generated always as (case
                     when kind = 'photo' then case when photo_id is null then 'open' else 'ok' end
                     when value is null then 'open'
                     when kind = 'check' and value = 'false' then 'failed'
                     when kind = 'number' and (value::numeric < min or value::numeric > max) then 'failed'
                     else 'ok' end) stored,
  constraint ticket_checklist_items_once unique (ticket_id, item_id)
);
create index ticket_checklist_items_by_photo on ticket_checklist_items (photo_id) where photo_id is not null;
create index ticket_checklist_items_by_account on ticket_checklist_items (answered_by) where answered_by is not null;

-- Copied to each ticket of the rule.
alter table recurring_patterns add column checklist_id integer
  constraint recurring_patterns_checklist references checklists on delete set null;
create index recurring_patterns_by_checklist on recurring_patterns (checklist_id) where checklist_id is not null;
