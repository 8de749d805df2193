import { composition, type Context } from '@plinth/core'
import { findCustomRecords, kindOfEntity } from '@plinth/core/data'
import { type FieldUse, fieldUses, MOST_USES } from '@plinth/points'
import { Import, ImportTemplate } from './entities.ts'
import type { Settings } from './settings.ts'

/** The fields that templates name. They belong to nobody. */
export const templateFieldUses = fieldUses.of({
  id: 'transfer.templates',
  async find({ from, inject }) {
    const templates = await from(ImportTemplate, 't')
      .select(['t.id', 't.name', 't.entity', 't.settings'])
      .orderBy('t.id')
      .limit(MOST_USES)
      .execute()
    return templates.flatMap(({ id, name, entity, settings }) =>
      toUses(inject, { kind: 'transfer.template', id, name, userId: null }, { entity, settings }),
    )
  },
})

/** The fields that imports name which have rows left to write, with those who have made them. */
export const importFieldUses = fieldUses.of({
  id: 'transfer.imports',
  async find({ from, inject }) {
    const imports = await from(Import, 'i')
      .select(['i.id', 'i.name', 'i.entity', 'i.settings', 'i.actorId'])
      .where('i.status', 'not in', ENDED)
      .orderBy('i.id')
      .limit(MOST_USES)
      .execute()
    return imports.flatMap(({ id, name, entity, settings, actorId: userId }) =>
      toUses(inject, { kind: 'transfer.import', id, name, userId }, { entity, settings }),
    )
  },
})

/** Statuses of imports that write no more rows of their file. */
const ENDED = ['completed', 'undoing', 'undone']

type Named = Pick<FieldUse, 'kind' | 'id' | 'name' | 'userId'>

/** One use for the records that are imported, and one for each other kind by whose fields records are found. */
function toUses(
  inject: Context['inject'],
  named: Named,
  { entity, settings }: { readonly entity: string; readonly settings: Settings },
): FieldUse[] {
  const { mapping, defaults, key } = settings
  const own = [
    ...mapping.map(({ field }) => field),
    ...Object.keys(defaults),
    ...(key?.by === 'field' ? [key.field] : []),
  ]
  const found = mapping.flatMap(({ lookUp }) => (lookUp && lookUp.by !== 'externalId' ? [lookUp] : []))
  const byEntity = Map.groupBy(
    [...own.map((field) => ({ of: entity, field })), ...found.map(({ entity: of, by }) => ({ of, field: by }))],
    ({ of }) => of,
  )
  const records = findCustomRecords(inject(composition).modules)
  return [...byEntity].map(([of, all]) => ({
    ...named,
    of: [records && of.includes(':') ? kindOfEntity(records, of) : of],
    fields: [...new Set(all.map(({ field }) => field))],
  }))
}
