import type { ModuleFixtures } from '@plinth/testing'
import { contract } from './contract.ts'
import { examples } from './examples.ts'

/** Test fixtures of dictionaries. */
export const dictionariesFixtures: ModuleFixtures = {
  contract,
  isolation: {
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
