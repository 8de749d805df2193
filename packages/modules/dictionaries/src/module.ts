import { defineModule } from '@plinth/core'
import { pages, readmePage } from '@plinth/points'
import { createDictionary } from './commands/create-dictionary.ts'
import { createEntry } from './commands/create-entry.ts'
import { deleteDictionary } from './commands/delete-dictionary.ts'
import { deleteEntry } from './commands/delete-entry.ts'
import { reorderEntries } from './commands/reorder-entries.ts'
import { seedDictionaries } from './commands/seed-dictionaries.ts'
import { setDefaultEntry } from './commands/set-default-entry.ts'
import { storeEntries } from './commands/store-entries.ts'
import { updateDictionary } from './commands/update-dictionary.ts'
import { updateEntry } from './commands/update-entry.ts'
import { events, features } from './contract.ts'
import { Dictionary, DictionaryEntry } from './entities.ts'
import { ofVisibleDictionaries } from './readable-dictionaries.ts'
import { dictionaryLookup } from './lookup.ts'
import { tables } from './migrations/0001-tables.ts'
import { names } from './migrations/0002-names.ts'
import { shippedEntries } from './migrations/0003-shipped-entries.ts'
import { dictionaryLimit } from './migrations/0004-dictionary-limit.ts'
import {
  deleteDictionaryById,
  getDictionary,
  listDictionaries,
  patchDictionary,
  postDictionary,
} from './routes/dictionaries.ts'
import { deleteEntryById, listEntries, patchEntry, postDefault, postEntry, postReorder } from './routes/entries.ts'
import { listCurrencyOptions } from './routes/currency-options.ts'
import { upgrade } from './upgrade.ts'
import { translations } from './translations.ts'

/** Lists of values that customers maintain, inherited down the organization tree. */
export const dictionaries = defineModule({
  id: 'dictionaries',
  title: 'Dictionaries',
  translations,
  requires: ['directory'],
  entities: [Dictionary, DictionaryEntry],
  dependents: [{ entity: DictionaryEntry, visible: ofVisibleDictionaries }],
  migrations: [tables, names, shippedEntries, dictionaryLimit],
  features,
  contributes: [pages.of(readmePage({ title: 'Dictionaries', access: features.view }, import.meta.url))],
  roles: { admin: ['dictionaries.*'], employee: [features.view] },
  services: [dictionaryLookup],
  commands: [
    createDictionary,
    updateDictionary,
    deleteDictionary,
    createEntry,
    updateEntry,
    deleteEntry,
    reorderEntries,
    setDefaultEntry,
    seedDictionaries,
    storeEntries,
  ],
  events,
  routes: [
    listDictionaries,
    postDictionary,
    getDictionary,
    patchDictionary,
    deleteDictionaryById,
    listEntries,
    postEntry,
    patchEntry,
    deleteEntryById,
    postReorder,
    postDefault,
    listCurrencyOptions,
  ],
  async setup({ run }) {
    await run(seedDictionaries, {})
  },
  upgrade,
})
