import { defineMigration, defineOnlineMigration } from '@plinth/core'

/** The team that members of a group belong to. */
export const groupTeams = defineMigration(
  'scim.group_teams',
  `alter table scim_groups add column team_id uuid;
   alter table scim_groups add constraint scim_groups_team_id_fkey foreign key (tenant_id, team_id)
     references teams (tenant_id, id) on delete set null (team_id) not valid;`,
)

/** Finds the groups of a team that is deleted. */
export const groupsByTeam = defineOnlineMigration(
  'scim.groups_by_team',
  `alter table scim_groups validate constraint scim_groups_team_id_fkey;
   drop index concurrently if exists scim_groups_by_team;
   create index concurrently scim_groups_by_team on scim_groups (tenant_id, team_id) where team_id is not null;`,
)
