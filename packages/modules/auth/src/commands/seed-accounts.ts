import { defineCommand, emailAddress, forbidden } from '@plinth/core'
import { z } from 'zod'
import { confirmAddress } from '../users/confirmed-addresses.ts'
import { features, tags } from '../contract.ts'
import { credentials } from '../credentials.ts'
import { Role, RoleAcl, User, UserRole } from '../entities.ts'
import { assertAddressAllowed } from '../users/allowed-addresses.ts'
import { defaultFeatures } from '../roles/declared-roles.ts'

/**
 * Creates the first accounts of a new tenant, each with one role, which is created if missing. Passwords are not checked against
 * the policy (decision: Initial accounts). Only the platform itself may run it. The role `superadmin` gets the super-admin flag.
 */
export const seedAccounts = defineCommand({
  id: 'auth.users.seed',
  label: 'Seed accounts',
  access: features['users.create'],
  resource: 'auth.user',
  undoable: false,
  input: z.object({
    accounts: z.array(
      z.object({ email: emailAddress(), password: z.string().min(6), role: z.string(), name: z.string().optional() }),
    ),
  }),
  output: z.object({ ids: z.array(z.uuid()) }),
  async run(ctx) {
    const { input, from, actor, scope, inject, invalidate } = ctx
    if (actor.kind !== 'system') throw forbidden()
    const { passwords, saltOf } = inject(credentials)
    const ids: string[] = []
    for (const { email, password, role: roleName, name } of input.accounts) {
      const [known] = await from.lockAll(Role, { tenantId: scope.tenantId, name: roleName })
      const role = known ?? (await from.create(Role, { name: roleName }))
      if (!known)
        await from.create(RoleAcl, {
          roleId: role.id,
          isSuperAdmin: roleName === 'superadmin',
          features: [...defaultFeatures(ctx, roleName)],
        })
      await assertAddressAllowed(ctx, { userId: null, tenantId: scope.tenantId, email, formerEmail: null })
      // Hashing keeps the transaction open for long, but there is no other account yet that could be blocked by it.
      const passwordHash = await passwords.hash(password, saltOf(email))
      const { id: userId } = await from.create(User, { email, name: name ?? null, passwordHash })
      await from.create(UserRole, { userId, roleId: role.id })
      await confirmAddress(ctx, userId)
      ids.push(userId)
    }
    invalidate(tags.acl(scope.tenantId))
    return { ids }
  },
})
