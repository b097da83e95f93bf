insert into teams (id, name, created_at) values ('00000000-0000-4000-8000-000000000059', 'North', '2026-01-02 11:00:00Z');
insert into team_members (worker_id, team_id, is_lead)
values ('00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000059', true);
