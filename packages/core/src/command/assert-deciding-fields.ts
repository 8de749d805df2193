import { isDeepStrictEqual } from 'node:util'
import { RequestContext } from '../context/context.ts'
import type { UnitOfWork } from '../context/unit-of-work.ts'
import { decidingFields } from '../define/deciding-fields.ts'
import { CUSTOM_PREFIX, type CustomRecord, type Extension } from '../define/extensible.ts'
import { forbidden } from '../errors.ts'

/** Custom values of an account as they are, and those that are about to be merged into them. */
interface ChangedAccount {
  readonly stored: CustomRecord
  readonly values: CustomRecord
}

/**
 * Throws 403 if somebody whom policies restrict changes values of an account by which row policies decide: it may come to see more than
 * they do.
 */
export async function assertDecidingFields(
  state: UnitOfWork,
  { rows }: Extension,
  { stored, values }: ChangedAccount,
): Promise<void> {
  const { actor } = state.caller
  if (rows !== 'accounts' || !actor.layers || actor.isSuperAdmin || actor.kind === 'system') return
  const changed = Object.keys(values).filter((key) => !isDeepStrictEqual(values[key], stored[key]))
  if (changed.length === 0) return
  const deciding = await new RequestContext(state).inject(decidingFields)()
  const fields = changed.filter((key) => deciding.has(key)).map((key) => CUSTOM_PREFIX + key)
  if (fields.length > 0)
    throw forbidden('Policies restrict you, so you cannot change values of accounts by which row policies decide.')
}
