import type { TestPlatform, UndoExample } from '@plinth/testing'
import {
  createRecord,
  deleteDefinition,
  deleteEntity,
  deleteRecord,
  restoreDefinition,
  saveDefinition,
  saveDefinitions,
  saveEncryption,
  saveEntity,
  updateRecord,
} from '../index.ts'
import { addEntity, addRecord, defineField, uniqueKey } from './fields.ts'

const all = { features: ['*'] }
const entityId = 'shop:example'
const field = async (app: TestPlatform) => ({ entityId, key: await defineField(app.as(all), entityId) })

/** Every undoable command of custom fields. */
export const examples: readonly UndoExample[] = [
  {
    command: saveDefinition,
    input: () => ({
      entityId,
      key: uniqueKey(),
      kind: 'select' as const,
      configJson: { label: 'Size', options: ['S', 'L'] },
    }),
  },
  {
    command: saveDefinition,
    input: async (app: TestPlatform) => ({
      ...(await field(app)),
      kind: 'multiline' as const,
      configJson: { filterable: true },
    }),
  },
  {
    command: saveDefinitions,
    input: async (app: TestPlatform) => ({
      entityId,
      definitions: [
        {
          key: uniqueKey(),
          kind: 'integer' as const,
          configJson: { validation: [{ rule: 'gt' as const, param: 1, message: 'More' }] },
        },
        { key: (await field(app)).key, kind: 'text' as const, configJson: {} },
      ],
      // A different label each time, because repeated runs have to write.
      fieldsets: [{ code: 'main', label: uniqueKey() }],
      singleFieldsetPerRecord: false,
    }),
  },
  { command: deleteDefinition, input: field },
  {
    command: restoreDefinition,
    input: async (app: TestPlatform) => {
      const defined = await field(app)
      await app.platform.actAs(app.callerOf(all), ({ run }) => run(deleteDefinition, defined))
      return defined
    },
  },
  { command: saveEntity, input: () => ({ entityId: `shop:${uniqueKey()}`, label: 'Vehicle', showInSidebar: true }) },
  {
    command: saveEncryption,
    input: async (app: TestPlatform) => ({
      entityId: await addEntity(app.as(all)),
      fields: [{ field: 'name', hashField: 'name' }],
    }),
  },
  {
    command: deleteEntity,
    input: async (app: TestPlatform) => ({ entityId: (await addRecord(app.as(all))).entityId }),
  },
  {
    command: createRecord,
    input: async (app: TestPlatform) => ({ entityId: await addEntity(app.as(all)), values: { name: 'Van' } }),
  },
  {
    command: updateRecord,
    input: async (app: TestPlatform) => ({ ...(await addRecord(app.as(all))), values: { name: 'Lorry' } }),
  },
  { command: deleteRecord, input: async (app: TestPlatform) => ({ ...(await addRecord(app.as(all))) }) },
]
