import { type CommandContext, composition, conflict } from '@plinth/core'
import type { RevertedRow } from '@plinth/core/data'
import { dictionaryUses } from '@plinth/points'
import { Dictionary, DictionaryEntry } from './entities.ts'
import { assertRoomForEntries } from './limits.ts'
import { assertNotRequired } from './readable-dictionaries.ts'

/** Throws 409 if something refers to the dictionary, such as a custom field. */
export async function assertUnused(ctx: CommandContext, dictionaryId: string): Promise<void> {
  for (const { value } of dictionaryUses.from(ctx.inject(composition).modules)) {
    const use = await value.find(ctx, dictionaryId)
    if (use !== null) throw conflict(`The dictionary is in use by ${use}`)
  }
}

/**
 * Undo and redo ask what creating and deleting dictionaries and entries ask: whether a dictionary is required or used, and whether
 * there is room.
 */
export async function beforeRevert(ctx: CommandContext, rows: readonly RevertedRow[]): Promise<void> {
  for (const { table, id, before, after } of rows) {
    if (table !== Dictionary.meta.tableName) continue
    if (!after) {
      assertNotRequired({ key: String(before?.['key']), isSystem: before?.['is_system'] === true }, 'deleted')
      await assertUnused(ctx, id)
    }
  }
  // An entry from before a migration may tell its dictionary under another name.
  const added = rows.flatMap(({ table, before, after }) =>
    table === DictionaryEntry.meta.tableName && !before && after ? [after['dictionary_id']] : [],
  )
  for (const [dictionaryId, { length }] of Map.groupBy(added, (id) => id))
    if (typeof dictionaryId === 'string') await assertRoomForEntries(ctx, dictionaryId, length)
}
