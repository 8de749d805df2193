import { badInput, input, list, resource, view } from '@plinth/core'
import { anyOf } from '@plinth/core/data'
import { z } from 'zod'
import { beforeRevert } from '../before-revert.ts'
import { features, tags } from '../contract.ts'
import { Team, TeamMember, User } from '../entities.ts'
import { assertMayChangeTeams, assertNested, lockTeams } from '../teams/team-changes.ts'

/** Groups of users, which can be nested. */
export const teams = resource('/auth/teams', Team, {
  access: { read: features['teams.list'], write: features['teams.manage'] },
  input: input(Team, ['name', 'parentId']),
  list: {
    summary: 'List the teams of the tenant.',
    select: ['id', 'name', 'parentId', 'updatedAt'],
    sort: ['name'],
    defaultSort: { field: 'name' },
    filter: ['parentId'],
    search: ['name'],
  },
  constraints: {
    teams_parent_id_fkey: () => badInput('There is no such team, or there are teams below it.'),
    teams_name_unique: () => badInput('A team with this name exists.', { fieldErrors: { name: 'Taken' } }),
  },
  beforeRevert,
  async complete(ctx, { fields: { parentId }, row }) {
    await lockTeams(ctx)
    // A new team has no members yet.
    if (row && parentId !== undefined && parentId !== row.parentId) assertMayChangeTeams(ctx, [row.parentId, parentId])
  },
  async onWritten(ctx, { id, parentId }, what) {
    ctx.invalidate(tags.acl(ctx.scope.tenantId))
    if (what === 'deleted') assertMayChangeTeams(ctx, [id])
    else if (parentId !== null) await assertNested(ctx)
  },
})

const MemberItem = view(TeamMember, ['id', 'teamId', 'userId', 'source', 'createdAt']).extend({
  email: z.string(),
  name: z.string().nullable(),
})

/**
 * GET /auth/teams/members: who belongs to a team, of the accounts that the caller sees; or the teams of somebody. Once for each source:
 * empty for administrators, `scim:<group id>` or `sso:<connection id>` for groups.
 */
export const listTeamMembers = list('/auth/teams/members', TeamMember, {
  access: features['teams.list'],
  summary: 'List the members of teams that the caller can see.',
  scope: 'allowed',
  reads: 'auth.team_member',
  select: MemberItem,
  filter: ['teamId', 'userId'],
  computed: {
    email: ({ eb, from }) =>
      eb
        .selectFrom(from.table(User, 'u'))
        .select('u.email')
        .whereRef('u.id', '=', 'row.userId')
        .$castTo<{ email: string }>(),
    name: ({ eb, from }) => eb.selectFrom(from.table(User, 'u')).select('u.name').whereRef('u.id', '=', 'row.userId'),
  },
  where: ({ eb, from, scope: { organizationIds } }) =>
    organizationIds === null
      ? []
      : [eb('row.userId', 'in', from(User, 'm').select('m.id').where('m.organizationId', '=', anyOf(organizationIds)))],
})
