import { defineRulePoint } from '@plinth/core/rules'
import { z } from 'zod'
import { Organization } from './entities.ts'

/**
 * The properties of organizations available to rules. Rules cannot set the place in the tree, because it determines visibility.
 */
export const organizationRules = defineRulePoint('directory:organization', {
  title: 'Organization',
  data: z.object({ name: z.string(), slug: z.string(), parentId: z.string().nullable(), isActive: z.boolean() }),
  settable: ['name', 'slug'],
  entity: Organization,
  async load({ from }, id) {
    const row = await from(Organization, 'o')
      .select(['o.name', 'o.slug', 'o.parentId', 'o.isActive'])
      .where('o.id', '=', id)
      .where('o.deletedAt', 'is', null)
      .executeTakeFirst()
    return row ?? null
  },
})
