import { composition, type Context, inSlices } from '@plinth/core'
import { CUSTOM_PREFIX, type Extension, findExtensions, type RestoredValues } from '@plinth/core/data'
import { EntityRecord } from '../entities.ts'
import type { CompiledField, CompiledFields } from './compile.ts'
import { compiledOf } from './compiled-of.ts'
import { isSealed } from './encryption.ts'
import { invalidFields } from './fields.ts'
import { readValue } from './value-kinds.ts'

/**
 * Throws 400 if a field has changed its kind since, so that a value that undo or redo gives back could not be stored now. Options,
 * related records and rules are not asked: what a record had may be restored.
 */
export async function assertRestorable(ctx: Context, rows: readonly RestoredValues[]): Promise<void> {
  const extensions = [...findExtensions(ctx.inject(composition).modules).values()]
  const byTable = new Map(extensions.map((one) => [tableOf(one), one]))
  const places = new Map<string, CompiledFields>()
  const restored: (readonly [RestoredValues, CompiledFields])[] = []
  for (const row of rows) {
    const extension = byTable.get(row.table)
    const entityId = extension?.entityId ?? (row.table === EntityRecord.meta.tableName ? row.entityId : null)
    if (entityId === null) continue
    const organizationId = extension?.rows === 'organizations' ? row.id : row.organizationId
    const place = `${entityId} ${organizationId}`
    const fields = places.get(place) ?? (await compiledOf(ctx, { entityId, organizationId }))
    places.set(place, fields)
    if (fields.byKey.size > 0) restored.push([row, fields])
  }
  const problems = await inSlices(findProblems(restored))
  if (problems.size > 0) throw invalidFields([...problems])
}

const tableOf = ({ entity }: Extension) => (entity as typeof EntityRecord).meta.tableName

function* findProblems(restored: readonly (readonly [RestoredValues, CompiledFields])[]) {
  const problems = new Map<string, string>()
  for (const [{ custom, former }, { byKey }] of restored) {
    for (const [key, value] of Object.entries(custom)) {
      const field = byKey.get(key)
      if (!field || value === null || JSON.stringify(value) === JSON.stringify(former[key])) continue
      const found = findProblem(field, value)
      if (found !== undefined) problems.set(CUSTOM_PREFIX + key, found)
    }
    yield
  }
  return problems
}

function findProblem({ definition, isMulti, isEncrypted }: CompiledField, value: unknown): string | undefined {
  if (isSealed(value) !== isEncrypted) return 'The encryption of the field has changed since'
  if (isEncrypted) return undefined
  if (Array.isArray(value) && !isMulti) return 'Must be a single value'
  const { kind } = definition
  for (const one of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
    // Without options: one that is gone may come back in a record.
    if (kind === 'select' && typeof one === 'number') continue
    const read = readValue(kind, NO_OPTIONS, one)
    if (!('value' in read) || typeof read.value !== typeof one) return 'The kind of the field has changed since'
  }
  return undefined
}

const NO_OPTIONS = { formEditable: true, listVisible: true }
