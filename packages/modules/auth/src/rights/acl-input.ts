import { badInput } from '@plinth/core'
import { type Acl, distinctTexts, normalizeOrganizations, type OrganizationTree } from '@plinth/core/acl'
import { z } from 'zod'

/** Rights in requests. Absent properties keep the stored values (decision: Partial updates and unique values). */
export const AclInput = z.object({
  isSuperAdmin: z.boolean().optional(),
  features: z.array(z.string().max(200)).max(5000).optional(),
  organizations: z.array(z.string().max(100)).max(10_000).nullish(),
})
export type AclInput = z.output<typeof AclInput>

/** Rights in responses, with a single notation for "all organizations". */
export const AclView = z.object({
  isSuperAdmin: z.boolean(),
  features: z.array(z.string()),
  organizations: z.array(z.string()).nullable(),
  /** Null if no rights are stored. */
  updatedAt: z.string().nullable(),
})

/** The rights in a stored row, or none. */
export function toAclView(stored: (Acl & { readonly updatedAt: string }) | undefined): z.input<typeof AclView> {
  const { isSuperAdmin, features, organizations, updatedAt } = stored ?? NO_RIGHTS
  return {
    isSuperAdmin,
    features: distinctTexts(features),
    organizations: normalizeOrganizations(organizations),
    updatedAt,
  }
}

const NO_RIGHTS = { isSuperAdmin: false, features: [], organizations: null, updatedAt: null }

/**
 * Throws 400 for organizations that do not belong to the tenant. Stored ones are accepted, because they may have been deleted
 * since.
 */
export function assertOrganizationsExist(
  sent: readonly string[] | null | undefined,
  { stored, tree }: { readonly stored: readonly string[] | null; readonly tree: OrganizationTree },
): void {
  const unknown = (normalizeOrganizations(sent) ?? []).filter((id) => !tree.has(id) && !stored?.includes(id))
  if (unknown.length === 0) return
  const details = unknown.map((id) => ({
    code: 'custom',
    path: ['organizations'],
    message: `Organization not found: ${id}`,
  }))
  throw badInput('Invalid input', { details })
}
