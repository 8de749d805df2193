import { sql } from '@plinth/core'
import { defineRulePoint } from '@plinth/core/rules'
import { z } from 'zod'
import { visible } from './hierarchy.ts'

/** What rules may say of organizations. The place in the tree decides who sees what, so it is not for rules to set. */
export const organizationRules = defineRulePoint('directory:organization', {
  title: 'Organization',
  data: z.object({ name: z.string(), slug: z.string(), parentId: z.string().nullable(), isActive: z.boolean() }),
  settable: ['name', 'slug'],
  async load({ db, scope }, id) {
    const { rows } = await sql<{ name: string; slug: string; parentId: string | null; isActive: boolean }>`
      select o.name, o.slug, o.parent_id as "parentId", o.is_active as "isActive" from organizations o
      where ${visible(scope)} and o.id = ${id} and o.deleted_at is null`.execute(db)
    return rows[0] ?? null
  },
})
