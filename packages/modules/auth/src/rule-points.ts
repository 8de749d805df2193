import { anyOf } from '@plinth/core/data'
import { defineRulePoint } from '@plinth/core/rules'
import { z } from 'zod'
import { Role, User } from './entities.ts'
import { findRole } from './roles/role-rows.ts'

/**
 * The properties of accounts available to rules. Only the name may be set, because everything else grants rights or receives
 * email.
 */
export const userRules = defineRulePoint('auth:user', {
  title: 'User',
  aliases: ['auth:users'],
  data: z.object({ email: z.string(), name: z.string().nullable(), organizationId: z.string().nullable() }),
  settable: ['name'],
  entity: User,
  async load({ from, scope: { organizationIds } }, id) {
    const user = await from(User, 'u')
      .select(['u.email', 'u.name', 'u.organizationId'])
      .where('u.id', '=', id)
      .$if(organizationIds !== null, (all) => all.where('u.organizationId', '=', anyOf(organizationIds!)))
      .executeTakeFirst()
    return user ?? null
  },
})

/** The properties of roles available to rules. Rights are not among them. */
export const roleRules = defineRulePoint('auth:role', {
  title: 'Role',
  data: z.object({ name: z.string(), tenantId: z.string().nullable() }),
  settable: ['name'],
  entity: Role,
  load: (ctx, id) => findRole(ctx, id),
})
