import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/** Groups of users, which can be nested. A member of a team is also one of the teams above it. */
export const teams = defineMigration('auth.teams', sqlFile(new URL('./0020-teams.sql', import.meta.url)))
