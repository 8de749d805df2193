import { importables } from '@plinth/points'
import { createRecord, updateRecord } from './commands/save-record.ts'
import { features } from './contract.ts'
import { visibleEntities } from './definitions/custom-entities.ts'
import { EntityRecord } from './entities.ts'

/** Records of custom entities can be imported. */
export const importableRecords = importables.of({
  id: 'entities.record',
  entity: EntityRecord,
  read: features['records.view'],
  create: createRecord,
  update: updateRecord,
  list: async (ctx) =>
    [...(await visibleEntities(ctx)).values()].map(({ entityId, label }) => ({ entityId, title: label })),
  toInput: ({ entityId, id, values }) => ({ entityId, ...(id !== undefined && { recordId: id }), values }),
})
