import { defineModule, keep, type Module, provide, sql } from '@plinth/core'
import { analytics, pages, prompts, readmePage } from '@plinth/points'
import { type Archive, archive, type ArchiveStore } from './archive/archive-store.ts'
import { dropArchived } from './archive/drop-archived.ts'
import { restoreMonth } from './archive/restore-month.ts'
import { actionAnalytics, kindLabels } from './analytics.ts'
import { noteAccess } from './accesses/access-log.ts'
import { dropMonths, makeMonths } from './commands/arrange-months.ts'
import { dropAccessMonths, makeAccessMonths } from './commands/arrange-access-months.ts'
import { findUnpacked, packAccesses } from './commands/pack-accesses.ts'
import { purgeAccessDays } from './commands/purge-access-days.ts'
import { redoAction, undoAction } from './commands/undo-redo.ts'
import { updateSettings } from './commands/update-settings.ts'
import { features } from './contract.ts'
import { archiveActions } from './jobs/archive-actions.ts'
import { retainAccesses } from './jobs/retain-accesses.ts'
import { baseline } from './migrations/0001-baseline.ts'
import { ACCESS_DAYS, ActionDays } from './retention.ts'
import { sealTrail } from './jobs/seal-trail.ts'
import { rekeying } from './migrations/0011-rekeying.ts'
import { accessDaysIdentity } from './migrations/0012-access-days-identity.ts'
import { rowPolicies } from './migrations/0013-row-policies.ts'
import { reviewChanges } from './prompts.ts'
import { listAccesses } from './routes/accesses.ts'
import { listActions } from './routes/actions.ts'
import { actionActivity } from './routes/activity.ts'
import { exportRoutes } from './routes/exports.ts'
import { settingsRoutes } from './routes/settings.ts'
import { redo, undo } from './routes/undo-redo.ts'
import { verification } from './routes/verification.ts'
import { anchoring, createAnchoring } from './trail/anchoring.ts'
import type { CheckpointSink } from './trail/checkpoint-sink.ts'
import { rekeyTrail } from './rekey-trail.ts'
import { sealEntries } from './trail/seal-entries.ts'
import { ownWidgets } from './widgets.ts'
import { translations } from './translations.ts'

export interface AuditLogsOptions {
  /** Where checkpoints of the trail are stored outside the database. Default: nowhere. */
  readonly checkpoints?: CheckpointSink
  /** Where archived months of the action log are stored. Without it, no month leaves the database. */
  readonly archive?: ArchiveStore
  /** Days for which actions stay in the database unless the tenant configures it; at least 31. Default: forever. */
  readonly actionDays?: number
}

/** The action log, with undo and redo. */
export function defineAuditLogs({ checkpoints, archive: store, actionDays }: AuditLogsOptions = {}): Module {
  const anchors = createAnchoring(checkpoints)
  const archived: Archive = {
    store: store ?? null,
    actionDays: actionDays === undefined ? null : ActionDays.parse(actionDays),
  }
  return defineModule({
    id: 'audit_logs',
    title: 'Audit & Action Logs',
    translations,
    requires: ['auth', 'directory'],
    migrations: [baseline, rekeying, accessDaysIdentity, rowPolicies],
    features,
    contributes: [
      pages.of(readmePage({ title: 'What was done and read', access: features.view_self }, import.meta.url)),
      prompts.of(reviewChanges),
      ownWidgets,
      analytics.of(actionAnalytics),
    ],
    roles: { admin: ['audit_logs.*'], employee: [features.view_self, features.undo_self] },
    commands: [
      undoAction,
      redoAction,
      sealEntries,
      makeAccessMonths,
      dropAccessMonths,
      purgeAccessDays,
      findUnpacked,
      packAccesses,
      updateSettings,
      dropArchived,
      makeMonths,
      dropMonths,
      restoreMonth,
    ],
    jobs: [sealTrail, retainAccesses, archiveActions],
    // Months that no tenant retains are dropped as partitions; this deletes the rows of months that only some tenants retain.
    keep: [
      keep('plinth.access_log', {
        id: 'audit_logs.accesses',
        by: 'created_at',
        days: ACCESS_DAYS,
        ownDays: sql`select r.tenant_id, r.days from log_retention r where r.log = 'access'`,
        appendOnly: true,
      }),
    ],
    routes: [listAccesses, listActions, actionActivity, undo, redo, verification, ...exportRoutes, ...settingsRoutes],
    services: [kindLabels, provide(anchoring, () => anchors), provide(archive, () => archived)],
    rekeys: [rekeyTrail],
    onRead: noteAccess,
  })
}

/** The module with default options, without a checkpoint sink or an archive. */
export const auditLogs = defineAuditLogs()
