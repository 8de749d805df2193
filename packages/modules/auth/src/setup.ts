import type { Context } from '@plinth/core'
import { addDeclaredRole, declaredRoles } from './declared-roles.ts'

/** Creates the roles of a new tenant with what the composed modules grant them. */
export async function setUpRoles(ctx: Context): Promise<void> {
  for (const role of declaredRoles(ctx)) await addDeclaredRole(ctx, role)
}
