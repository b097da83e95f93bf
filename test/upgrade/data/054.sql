insert into ticket_links (from_id, to_id, kind) select max(id), min(id), 'follow_up' from tickets;
insert into ticket_tags (ticket_id, client_id, position, tag) select id, client_id, 1, 'Gewährleistung' from tickets order by id limit 2;
