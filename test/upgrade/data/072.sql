insert into documents (object_id, equipment_id, title, expires_on, storage_key, content_type, original_name, size_bytes,
    uploaded_by, uploaded_by_name, created_at, first_notice_on, last_notice_on)
  select object_id, id, 'Inspection', '2027-05-31'::date, 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeee1', 'application/pdf', 'inspection.pdf', 3000,
    '00000000-0000-4000-8000-000000000002'::uuid, 'Anna', '2026-01-03 09:00:00Z'::timestamptz, '2027-05-01'::date, '2027-05-31'::date
  from equipment where name = 'Lift';
insert into documents (object_id, equipment_id, title, expires_on, storage_key, content_type, original_name, size_bytes,
    uploaded_by, uploaded_by_name, created_at, first_notice_on, last_notice_on)
  values (1, null, 'Plan', null, 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeee2', 'image/png', 'plan.png', 2000, null, 'Gone', '2026-01-03 09:00:00Z', null, null);
