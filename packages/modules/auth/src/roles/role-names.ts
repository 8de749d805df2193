import { type Actor, badInput, forbidden, nameText } from '@plinth/core'
import { z } from 'zod'

/** A role name as stored. Invisible characters are rejected and whitespace is collapsed, so that no two names look the same. */
export const RoleName = nameText()
  .min(2)
  .max(100)
  .transform((name) => name.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim())
  .pipe(z.string().min(2))

/**
 * A role name for comparison: compatibility forms folded, invisible characters removed, spaces collapsed and trimmed, lower case.
 * Two roles of a tenant may not have the same one.
 */
export function normalizeRoleName(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toLowerCase()
}

/** Names of the built-in roles. Only super admins may create them or rename roles to them. */
const RESERVED_ROLE_NAMES: readonly string[] = Object.freeze(['superadmin', 'admin', 'employee'])

/** Whether a name looks like a reserved role name, such as `SuperAdmin ` or `super admin`. */
export function isReservedRoleName(name: string): boolean {
  return RESERVED_ROLE_NAMES.includes(normalizeRoleName(name).replaceAll(/[\s_-]/gu, ''))
}

/** Restricts the names of built-in roles to super admins and the platform itself. */
export function assertMayName({ isSuperAdmin, kind }: Actor, name: string): void {
  if (isSuperAdmin || kind === 'system' || !isReservedRoleName(name)) return
  const message = 'Only super administrators may use the name of a built-in role.'
  throw forbidden(message, { fieldErrors: { name: message } })
}

/** 400 for a role name that is already in use in the tenant. */
export function nameInUse() {
  const message = 'Role name already in use'
  return badInput(message, {
    fieldErrors: { name: message },
    details: [{ path: ['name'], message, code: 'duplicate', origin: 'validation' }],
  })
}
