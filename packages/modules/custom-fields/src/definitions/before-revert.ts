import { type CommandContext, conflict } from '@plinth/core'
import type { RevertedRow } from '@plinth/core/data'
import { FieldDefinition } from '../entities.ts'
import type { FieldConfig, Kind } from '../field-config.ts'
import { assertConvertible, hasValues, lockFields, watchRoom } from './write-definition.ts'

type Image = NonNullable<RevertedRow['before']>

/**
 * Undo and redo ask what the commands ask: whether the values of a field are valid for the kind and settings that it gets back, and
 * whether there is room. A field that gets removed, instead of hidden as by its deletion, must not have values, because nothing would
 * compare them with the next field of that key.
 */
export async function beforeRevert(ctx: CommandContext, rows: readonly RevertedRow[]): Promise<() => Promise<void>> {
  const definitions = rows.filter(({ table }) => table === FieldDefinition.meta.tableName)
  const entityIds = new Set(definitions.map(({ before, after }) => toDefinition((after ?? before)!).entityId))
  const checks: (() => Promise<void>)[] = []
  for (const entityId of [...entityIds].toSorted()) {
    await lockFields(ctx, entityId)
    checks.push(await watchRoom(ctx, entityId))
  }
  for (const { before, after } of definitions) {
    if (!before) continue
    const former = toDefinition(before)
    if (after) await assertConvertible(ctx, former, toDefinition(after))
    else if (!(await isShared(ctx, former)) && (await hasValues(ctx, former)))
      throw conflict('The field has values: delete it instead')
  }
  return async () => {
    for (const check of checks) await check()
  }
}

const toDefinition = (image: Image) => ({
  entityId: String(image['entity_id']),
  key: String(image['key']),
  kind: image['kind'] as Kind,
  config: image['config'] as FieldConfig,
})

/** Whether another organization has a field of the same key, to which the values may belong. */
async function isShared(
  { widenScope }: CommandContext,
  { entityId, key }: Pick<FieldDefinition, 'entityId' | 'key'>,
): Promise<boolean> {
  const { count } = await widenScope('tenant', 'see which organizations have a custom field', ({ from }) =>
    from(FieldDefinition, 'd')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('d.entityId', '=', entityId)
      .where('d.key', '=', key)
      .executeTakeFirstOrThrow(),
  )
  return count > 1
}
