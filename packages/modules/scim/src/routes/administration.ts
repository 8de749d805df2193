import { get, page, paged, PageQuery, post, put, view } from '@plinth/core'
import { fieldPolicies } from '@plinth/core/acl'
import { inLanguage, readPage } from '@plinth/core/data'
import { mapGroup } from '../commands/groups.ts'
import { reprovision } from '../commands/users.ts'
import { features } from '../contract.ts'
import { ScimGroup } from '../entities.ts'

/** GET /scim/groups: for administrators, who assign each group a role and a team. */
export const listGroupRoles = get(
  '/scim/groups',
  {
    operation: 'listGroupRoles',
    access: features.manage,
    summary: 'List the groups of all identity providers, with the role and the team that their members get.',
    query: PageQuery,
    response: page(
      view(ScimGroup, ['id', 'serviceAccountId', 'displayName', 'externalId', 'roleId', 'teamId', 'updatedAt']),
    ),
  },
  async ({ from, query, locale, inject, actor }) => {
    const { language } = await locale()
    const all = from(ScimGroup, 'g').select([
      'g.id',
      'g.serviceAccountId',
      'g.displayName',
      'g.externalId',
      'g.roleId',
      'g.teamId',
      'g.updatedAt',
    ])
    // The order would tell the names.
    const isNamed = inject(fieldPolicies).of(actor, ScimGroup)?.may('read', 'displayName') !== false
    const ordered = isNamed ? all.orderBy(inLanguage('g.displayName', language)) : all
    return paged(await readPage(ordered.orderBy('g.id'), query), query)
  },
)

export const putGroupRole = put('/scim/groups', mapGroup, {
  summary: 'Set the role that members of a group get, or the team that they belong to.',
  isTool: false,
  errors: [400, 404],
})

export const postReprovision = post('/scim/reactivate', reprovision, {
  operation: 'reactivate',
  summary: 'Reactivate all users that an identity provider has deactivated since a given time, as one action.',
  isTool: false,
  errors: [400],
})
