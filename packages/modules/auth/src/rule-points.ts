import { sql } from '@plinth/core'
import { inTenant } from '@plinth/core/data'
import { defineRulePoint } from '@plinth/core/rules'
import { z } from 'zod'
import { findRole } from './role-rows.ts'

/** What rules may say of accounts. Only the name may be set: everything else grants rights or receives mail. */
export const userRules = defineRulePoint('auth:user', {
  title: 'User',
  data: z.object({ email: z.string(), name: z.string().nullable(), organizationId: z.string().nullable() }),
  settable: ['name'],
  async load({ db, scope }, id) {
    const { rows } = await sql<{ email: string; name: string | null; organizationId: string | null }>`
      select u.email, u.name, u.organization_id as "organizationId" from users u
      where ${inTenant(scope, 'u')} and u.id = ${id}
        and (${scope.organizationIds}::uuid[] is null or u.organization_id = any (${scope.organizationIds}))`.execute(
      db,
    )
    return rows[0] ?? null
  },
})

/** What rules may say of roles; what a role grants is not among it. */
export const roleRules = defineRulePoint('auth:role', {
  title: 'Role',
  data: z.object({ name: z.string(), tenantId: z.string().nullable() }),
  settable: ['name'],
  load: (ctx, id) => findRole(ctx, id),
})
