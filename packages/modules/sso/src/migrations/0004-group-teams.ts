import { defineMigration } from '@plinth/core'

/** The teams that members of a provider's groups belong to. */
export const groupTeams = defineMigration(
  'sso.group_teams',
  `alter table sso_connections add column group_teams jsonb not null default '[]'`,
)
