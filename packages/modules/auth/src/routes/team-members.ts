import { put } from '@plinth/core'
import { changeTeamMembers } from '../commands/change-team-members.ts'

/** PUT /auth/teams/members: lets people join and leave a team. */
export const putTeamMembers = put('/auth/teams/members', changeTeamMembers, {
  operation: 'changeTeamMembers',
  scope: 'allowed',
  summary: 'Add people to a team, and take others out of it.',
  errors: [404],
})
