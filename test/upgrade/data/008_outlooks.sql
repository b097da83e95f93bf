insert into outcomes (work, succeeded_at, failed_at) values ('rules', '2026-06-02 00:00:00+00', null), ('mail', null, '2026-06-01 12:00:00+00');
