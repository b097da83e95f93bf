-- Teams of workers: a contractor and its people. The lead acts for the members and hands tickets around.

create table teams (
  id         uuid primary key default gen_random_uuid(),
  name       text not null,
  created_at timestamptz(3) not null
);
create index teams_by_name on teams (name, id);

-- A worker is in at most one team, as its lead or as a member.
create table team_members (
  worker_id uuid constraint team_members_one_team primary key
    constraint team_members_worker references users on delete cascade,
  team_id   uuid not null constraint team_members_team references teams on delete cascade,
  is_lead   boolean not null
);
create index team_members_by_team on team_members (team_id);
create unique index team_members_one_lead on team_members (team_id) where is_lead;
