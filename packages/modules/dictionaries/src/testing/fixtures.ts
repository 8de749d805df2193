import type { ModuleFixtures } from '@plinth/testing'
import { contract } from './contract.ts'
import { examples } from './examples.ts'

/** Test fixtures of dictionaries. */
export const dictionariesFixtures: ModuleFixtures = {
  contract,
  isolation: {
    idTables: {
      'GET /dictionaries/{id}': 'dictionaries',
      'PATCH /dictionaries/{id}': 'dictionaries',
      'DELETE /dictionaries/{id}': 'dictionaries',
      'PATCH /dictionaries/{dictionaryId}/entries/{id} id': 'dictionary_entries',
      'DELETE /dictionaries/{dictionaryId}/entries/{id} id': 'dictionary_entries',
      'POST /dictionaries/{dictionaryId}/entries/reorder id': 'dictionary_entries',
      dictionaryId: 'dictionaries',
      entryId: 'dictionary_entries',
    },
    rows: {
      dictionaries: () => ({
        entry_sort_mode: 'label_asc',
        manager_visibility: 'default',
        is_active: true,
        is_system: false,
        default_entry_id: null,
        entries_from: null,
      }),
    },
    unreached: {
      'POST /dictionaries/{dictionaryId}/entries/reorder':
        'an attack names a dictionary and entries of another one; see dictionaries.test.ts',
    },
  },
  undo: { examples },
}
