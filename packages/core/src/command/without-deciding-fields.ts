import { isDeepStrictEqual } from 'node:util'
import { RequestContext } from '../context/context.ts'
import type { UnitOfWork } from '../context/unit-of-work.ts'
import { decidingFields } from '../define/deciding-fields.ts'
import type { CustomRecord, Extension } from '../define/extensible.ts'
import { forbidden } from '../errors.ts'

/** Custom values of an account as they are, and those that are about to be merged into them. */
interface ChangedAccount {
  readonly stored: CustomRecord
  readonly values: CustomRecord
}

/**
 * The values to store. Throws 403 if somebody whom policies restrict changes values of an account by which row policies decide: it may
 * come to see more than they do. Those that they send back unchanged are left out, because others may be changing them at this moment.
 */
export async function withoutDecidingFields(
  state: UnitOfWork,
  { rows }: Extension,
  { stored, values }: ChangedAccount,
): Promise<CustomRecord> {
  const { actor } = state.caller
  if (rows !== 'accounts' || !actor.layers || actor.isSuperAdmin || actor.kind === 'system') return values
  const deciding = await new RequestContext(state).inject(decidingFields)()
  const all = Object.entries(values)
  if (all.some(([key, value]) => deciding.has(key) && !isDeepStrictEqual(value ?? null, stored[key] ?? null)))
    throw forbidden('Policies restrict you, so you cannot change values of accounts by which row policies decide.')
  return Object.fromEntries(all.filter(([key]) => !deciding.has(key)))
}
