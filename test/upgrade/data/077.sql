update tickets set reference = 'WO-4711' where id = (select min(id) from tickets);
update objects as o set reference = 'SITE-1', reference_client_id = p.client_id
  from projects as p where p.id = o.project_id and o.id = (select min(id) from objects);
