import { type Actor, badInput, forbidden, nameText } from '@plinth/core'
import { z } from 'zod'

/** A role name as it is kept: what cannot be seen is refused and spaces are one, so that no two names look the same. */
export const RoleName = nameText()
  .min(2)
  .max(100)
  .transform((name) => name.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim())
  .pipe(z.string().min(2))

/**
 * A role name as it is compared: compatibility forms folded, invisible characters removed, spaces collapsed and
 * trimmed, lower case. Two roles of a tenant may not share it.
 */
export function normalizeRoleName(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toLowerCase()
}

/** Names of the roles every tenant begins with; only super admins may create or rename to them. */
const RESERVED_ROLE_NAMES: readonly string[] = Object.freeze(['superadmin', 'admin', 'employee'])

/** True for a reserved role name in any spelling that looks like one, such as `SuperAdmin ` or `super admin`. */
export function isReservedRoleName(name: string): boolean {
  return RESERVED_ROLE_NAMES.includes(normalizeRoleName(name).replaceAll(/[\s_-]/gu, ''))
}

/** Keeps the names of built-in roles to super admins and the platform itself. */
export function assertMayName({ isSuperAdmin, kind }: Actor, name: string): void {
  if (isSuperAdmin || kind === 'system' || !isReservedRoleName(name)) return
  const message = 'Only super administrators may use the name of a built-in role.'
  throw forbidden(message, { fieldErrors: { name: message } })
}

/** 400 for a second role of one name in a tenant. */
export function nameInUse() {
  const message = 'Role name already in use'
  return badInput(message, {
    fieldErrors: { name: message },
    details: [{ path: ['name'], message, code: 'duplicate', origin: 'validation' }],
  })
}
