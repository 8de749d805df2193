import { get, page, paged, PageQuery, post, put } from '@plinth/core'
import { inLanguage, readPage } from '@plinth/core/data'
import { z } from 'zod'
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
      z.object({
        id: z.uuid(),
        serviceAccountId: z.uuid(),
        displayName: z.string(),
        externalId: z.string().nullable(),
        roleId: z.uuid().nullable(),
        teamId: z.uuid().nullable(),
        updatedAt: z.string(),
      }),
    ),
  },
  async ({ from, query, locale }) => {
    const { language } = await locale()
    const all = from(ScimGroup, 'g')
      .select(['g.id', 'g.serviceAccountId', 'g.displayName', 'g.externalId', 'g.roleId', 'g.teamId', 'g.updatedAt'])
      .orderBy(inLanguage('g.displayName', language))
      .orderBy('g.id')
    return paged(await readPage(all, query), query)
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
