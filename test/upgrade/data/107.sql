update users set awaits_password = true
  where id in (select id from users where role = 'worker' order by created_at desc, id limit 1);
