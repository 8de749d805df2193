import { sql } from '@plinth/core'
import { type DictionaryUse, dictionaryUses } from '@plinth/points'
import { FieldDefinition } from './entities.ts'

/** Fields whose values are those of a dictionary. */
const fieldUse: DictionaryUse = {
  id: 'entities.definitions',
  async find({ widenScope }, dictionaryId) {
    const found = await widenScope('tenant', 'see whether a custom field uses a dictionary', ({ from }) =>
      from(FieldDefinition, 'd')
        .select(['d.key', 'd.entityId'])
        .where('d.kind', '=', 'dictionary')
        .where('d.deletedAt', 'is', null)
        .where(sql<boolean>`d.config ->> 'dictionaryId' = ${dictionaryId}`)
        .limit(1)
        .executeTakeFirst(),
    )
    return found ? `the custom field ${found.key} of ${found.entityId}` : null
  },
}

/** A dictionary stays as long as a field refers to it. */
export const ownDictionaryUses = dictionaryUses.of(fieldUse)
