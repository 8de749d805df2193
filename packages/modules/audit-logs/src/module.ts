import { defineModule, keep, type Module, provide, readmePage, sql } from '@plinth/core'
import { actionAnalytics } from './analytics.ts'
import { noteAccess } from './accesses/access-journal.ts'
import { dropAccessMonths } from './commands/drop-access-months.ts'
import { redoAction } from './commands/redo-action.ts'
import { undoAction } from './commands/undo-action.ts'
import { updateSettings } from './commands/update-settings.ts'
import { features } from './contract.ts'
import { retainAccesses } from './jobs/retain-accesses.ts'
import { ACCESS_DAYS } from './retention.ts'
import { sealTrail } from './jobs/seal-trail.ts'
import { indexes } from './migrations/0001-indexes.ts'
import { trail } from './migrations/0002-trail.ts'
import { accesses } from './migrations/0003-accesses.ts'
import { keys } from './migrations/0004-keys.ts'
import { keyedMonths } from './migrations/0005-keyed-months.ts'
import { accessLines } from './migrations/0006-access-lines.ts'
import { reviewChanges } from './prompts.ts'
import { listAccesses } from './routes/accesses.ts'
import { listActions } from './routes/actions.ts'
import { exportRoutes } from './routes/exports.ts'
import { settingsRoutes } from './routes/settings.ts'
import { redo, undo } from './routes/undo-redo.ts'
import { anchoring, createAnchoring } from './trail/anchoring.ts'
import type { CheckpointSink } from './trail/checkpoint-sink.ts'
import { sealEntries } from './trail/seal-entries.ts'
import { widgets } from './widgets.ts'

export interface AuditLogsOptions {
  /** Where checkpoints of the trail are kept outside the database; nowhere unless told. */
  readonly checkpoints?: CheckpointSink
}

/** The action log, with undo and redo. */
export function defineAuditLogs({ checkpoints }: AuditLogsOptions = {}): Module {
  const anchors = createAnchoring(checkpoints)
  return defineModule({
    id: 'audit_logs',
    title: 'Audit & Action Logs',
    requires: ['auth', 'directory'],
    migrations: [indexes, trail, accesses, keys, keyedMonths, accessLines],
    features,
    prompts: [reviewChanges],
    pages: [readmePage({ title: 'What was done and read', access: features.view_self }, import.meta.url)],
    widgets,
    analytics: [actionAnalytics],
    roles: { admin: ['audit_logs.*'], employee: [features.view_self, features.undo_self] },
    commands: [undoAction, redoAction, sealEntries, dropAccessMonths, updateSettings],
    jobs: [sealTrail, retainAccesses],
    // Months that nobody keeps are dropped at once: here go the rows of those that some tenants keep longer than others.
    keep: [
      keep('plinth.access_log', {
        id: 'audit_logs.accesses',
        by: 'created_at',
        days: ACCESS_DAYS,
        ownDays: sql`select r.tenant_id, r.days from log_retention r where r.log = 'access'`,
        appendOnly: true,
      }),
    ],
    routes: [listAccesses, listActions, undo, redo, ...exportRoutes, ...settingsRoutes],
    services: [provide(anchoring, () => anchors)],
    onRead: noteAccess,
  })
}

/** The same without a sink. */
export const auditLogs = defineAuditLogs()
