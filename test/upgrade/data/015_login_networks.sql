insert into login_networks (user_id, network, last_used_at)
select id, '192.0.2.7', '2026-01-20 09:00:00Z' from users order by id limit 1;
