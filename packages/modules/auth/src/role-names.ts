import { type Actor, badInput, forbidden, nameText } from '@plinth/core'
import { isReservedRoleName } from '@plinth/core/acl'
import { z } from 'zod'

/** A role name as it is kept: what cannot be seen is refused and spaces are one, so that no two names look the same. */
export const RoleName = nameText()
  .min(2)
  .max(100)
  .transform((name) => name.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim())
  .pipe(z.string().min(2))

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
