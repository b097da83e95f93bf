-- Documents of objects and of equipment, such as a certificate that expires.

create table documents (
  id               integer generated always as identity primary key,
  object_id        integer not null constraint documents_object references objects on delete cascade,
  -- Of the object; null: it is a document of the object itself.
  equipment_id     integer,
  title            text not null,
  -- The last day on which it is valid.
  expires_on       date,
  -- 128 random bits in hex, never part of a response.
  storage_key      text not null constraint documents_storage_key unique,
  content_type     text not null
                     constraint documents_type check (content_type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
  original_name    text not null,
  size_bytes       integer not null constraint documents_size check (size_bytes > 0),
  uploaded_by      uuid constraint documents_uploaded_by references users on delete set null,
  -- The name at that time, which stays when the account is deleted.
  uploaded_by_name text not null,
  created_at       timestamptz(3) not null,
  -- The days (UTC) on which people are notified that it expires; null: that was done, or was over when the date was written.
  first_notice_on  date,
  last_notice_on   date,
  constraint documents_equipment foreign key (equipment_id, object_id) references equipment (id, object_id) on delete cascade
);
create index documents_by_object on documents (object_id, id);
create index documents_by_equipment on documents (equipment_id, id) where equipment_id is not null;
create index documents_by_expiry on documents (expires_on, id) where expires_on is not null;
create index documents_by_first_notice on documents (first_notice_on) where first_notice_on is not null;
create index documents_by_last_notice on documents (last_notice_on) where last_notice_on is not null;
create index documents_by_uploader on documents (uploaded_by) where uploaded_by is not null;

create trigger documents_deleted after delete on documents
  referencing old table as removed for each statement execute function schedule_file_deletions();

create or replace view stored_files as
  select 'photo' as kind, id, storage_key, size_bytes, created_at from ticket_photos
  union all
  select 'attachment', id, storage_key, size_bytes, created_at from ticket_attachments
  union all
  select 'report-photo', id, storage_key, size_bytes, created_at from portal_report_photos
  union all
  select 'document', id, storage_key, size_bytes, created_at from documents;

-- What people are told of a document goes with it.
alter table notifications add column document_id integer
  constraint notifications_document references documents on delete cascade;
create index notifications_by_document on notifications (document_id) where document_id is not null;
