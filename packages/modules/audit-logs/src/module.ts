import { defineModule } from '@plinth/core'
import { redoAction } from './commands/redo-action.ts'
import { undoAction } from './commands/undo-action.ts'
import { features } from './contract.ts'
import { sealTrail } from './jobs/seal-trail.ts'
import { indexes } from './migrations/0001-indexes.ts'
import { trail } from './migrations/0002-trail.ts'
import { listActions } from './routes/actions.ts'
import { redo, undo } from './routes/turns.ts'
import { sealEntries } from './trail/seal-entries.ts'

/** The action log, with undo and redo (section 4.6 of the published API). */
export const auditLogs = defineModule({
  id: 'audit_logs',
  title: 'Audit & Action Logs',
  requires: ['auth', 'directory'],
  migrations: [indexes, trail],
  features,
  roles: { admin: ['audit_logs.*'], employee: [features.view_self, features.undo_self] },
  commands: [undoAction, redoAction, sealEntries],
  jobs: [sealTrail],
  routes: [listActions, undo, redo],
})
