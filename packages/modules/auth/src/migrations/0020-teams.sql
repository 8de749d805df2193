select plinth.tenant_table('teams', $$
  name text not null, parent_id uuid,
  constraint teams_parent_id_fkey foreign key (tenant_id, parent_id) references teams (tenant_id, id)
$$);
create unique index teams_name_unique on teams (tenant_id, lower(name));
create index on teams (tenant_id, parent_id);
create index on teams (tenant_id, name collate "und-x-icu", id);
select plinth.limit_rows('teams', 1000, 'A tenant can have at most %s teams');
select plinth.tenant_table('team_members', $$
  team_id uuid not null, user_id uuid not null, source text not null default '',
  unique (tenant_id, user_id, team_id, source),
  foreign key (tenant_id, team_id) references teams (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
$$);
create index on team_members (tenant_id, team_id);
select plinth.limit_rows('team_members', 10000, 'A team can have at most %s members', '{team_id}');
select plinth.limit_rows('team_members', 50, 'A user can belong to at most %s teams', '{user_id}');
