import { type Actor, badInput, forbidden, PlatformError, type Scope } from '@plinth/core'
import type { z } from 'zod'
import { hasTenant } from './id.ts'

/** 404 as organizations publish it. */
export const organizationNotFound = () => new PlatformError('not_found', 'Not found')

/** Refuses a write without a tenant, or for another one than the caller works in, super admins included (section 8.2). */
export function assertWorkingTenant(scope: Scope, tenantId: string | undefined): void {
  if (!hasTenant(scope)) throw badInput('Tenant scope required')
  if (tenantId !== undefined && tenantId !== scope.tenantId) throw forbidden()
}

/** Refuses the top of the hierarchy to whoever may not see all of it: there is nothing above it to limit them. */
export function assertMayReachTop({ organizationIds }: Scope): void {
  if (organizationIds !== null) throw forbidden()
}

/** Whether the actor may act beyond their own tenant (D-34). */
export const mayGovernTenants = ({ isSuperAdmin, kind }: Actor): boolean => isSuperAdmin || kind === 'system'

/** Words the missing or malformed `id` of an update or delete as published (section 5.5). */
export const toIdRefusal = (missing: string) => (error: z.ZodError) => {
  const issue = error.issues.find(({ path }) => path[0] === 'id')
  if (!issue) return badInput('Invalid input', { details: error.issues })
  return badInput(issue.code === 'invalid_type' ? missing : 'Invalid id', { details: error.issues })
}
