import type { ModuleFixtures } from '@plinth/testing'
import { contract } from './contract.ts'
import { examples } from './examples.ts'

const PATH = '/audit_logs/audit-logs'

/** Test fixtures of the module. */
export const auditLogsFixtures: ModuleFixtures = {
  contract,
  isolation: {
    unreached: {
      [`POST ${PATH}/actions/undo`]:
        'rows are put back between attacks, the use of the token is not; see isolation.test.ts',
      [`POST ${PATH}/actions/redo`]: 'an attack names a row as the entry; see isolation.test.ts',
    },
  },
  undo: {
    examples,
    provenElsewhere: { 'audit_logs.actions.redo': 'every example is redone, and that is undone' },
  },
}
