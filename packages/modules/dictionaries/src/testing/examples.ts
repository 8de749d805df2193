import type { TestPlatform, UndoExample } from '@plinth/testing'
import {
  createDictionary,
  createEntry,
  deleteDictionary,
  deleteEntry,
  reorderEntries,
  setDefaultEntry,
  updateDictionary,
  updateEntry,
} from '../index.ts'
import { addDictionary, addEntry } from './dictionaries.ts'

const all = { features: ['*'] }
const unique = () => `k${crypto.randomUUID()}`
const entry = (app: TestPlatform, fields: object = {}) => addEntry(app.as(all), { ...fields })

/** Every undoable command of dictionaries, with dependent rows. */
export const examples: readonly UndoExample[] = [
  { command: createDictionary, input: () => ({ key: unique(), name: 'Colors', description: 'Of products' }) },
  {
    command: updateDictionary,
    input: async (app: TestPlatform) => ({
      id: await addDictionary(app.as(all)),
      key: unique(),
      name: 'Shades',
      isActive: false,
    }),
  },
  {
    command: deleteDictionary,
    input: async (app: TestPlatform) => {
      const { dictionaryId } = await entry(app)
      await entry(app, { dictionaryId, color: '#ff0000', icon: 'drop' })
      return { id: dictionaryId }
    },
  },
  {
    command: createEntry,
    input: async (app: TestPlatform) => ({
      dictionaryId: await addDictionary(app.as(all)),
      value: 'Red',
      color: '#ff0000',
    }),
  },
  {
    command: updateEntry,
    input: async (app: TestPlatform) => ({ ...(await entry(app)), value: 'blue', label: 'Blue', color: null }),
  },
  { command: deleteEntry, input: (app: TestPlatform) => entry(app, { label: 'Red', color: '#ff0000' }) },
  {
    command: reorderEntries,
    input: async (app: TestPlatform) => {
      const { dictionaryId, id } = await entry(app)
      const other = await entry(app, { dictionaryId })
      return {
        dictionaryId,
        entries: [
          { id, position: 2 },
          { id: other.id, position: 1 },
        ],
      }
    },
  },
  {
    command: setDefaultEntry,
    input: async (app: TestPlatform) => {
      const { dictionaryId, id } = await entry(app)
      const other = await entry(app, { dictionaryId })
      await app.as(all).post(`/dictionaries/${dictionaryId}/entries/set-default`, { entryId: other.id })
      return { dictionaryId, entryId: id }
    },
  },
]
