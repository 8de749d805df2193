import { defineModule, keep, type Module, provide } from '@plinth/core'
import { rekey } from '@plinth/core/security'
import { mails, pages, readmePage } from '@plinth/points'
import { chooseForDuplicates } from './commands/choose-for-duplicates.ts'
import { createImport, deleteImport, updateImport } from './commands/create-import.ts'
import { importChunk } from './commands/import-chunk.ts'
import { beginRehearsal, endWork, noteDuplicates, noteRehearsal } from './commands/note-work.ts'
import { redoChunk, undoChunk } from './commands/revert-chunk.ts'
import { undoRows } from './commands/undo-rows.ts'
import { startWork } from './jobs/start-work.ts'
import { DESTINATION_SECRET, events, features } from './contract.ts'
import { destination } from './destinations/destination.ts'
import { ExportDestination } from './destinations/entities.ts'
import { destinationHosts } from './destinations/hosts.ts'
import {
  Duplicate,
  ExternalId,
  Import,
  ImportChunk,
  ImportedRow,
  ImportTemplate,
  Refusal,
  UndoneRow,
} from './entities.ts'
import { importers } from './importers.ts'
import { importJob } from './jobs/import-job.ts'
import { imports } from './migrations/0001-imports.ts'
import { order } from './migrations/0002-order.ts'
import { scheduledExports } from './migrations/0003-scheduled-exports.ts'
import { rows } from './migrations/0004-rows.ts'
import { duplicates } from './migrations/0005-duplicates.ts'
import { furtherChanges } from './migrations/0006-further-changes.ts'
import { destinations } from './migrations/0007-destinations.ts'
import {
  deleteImportById,
  listChunks,
  listEntities,
  listImports,
  postImport,
  putImport,
  workRoutes,
} from './routes/imports.ts'
import { getRefused, listRefusals } from './routes/refusals.ts'
import { importFieldUses, templateFieldUses } from './field-uses.ts'
import { exportFieldUses } from './scheduled/field-uses.ts'
import { scheduled } from './scheduled/scheduled.ts'
import { listDuplicates, postChoice } from './routes/duplicates.ts'
import { listRows, postUndoRows } from './routes/rows.ts'
import { templates } from './templates.ts'
import { translations } from './translations.ts'

/** Days for which imports, and what is needed to undo them as a whole, are kept. */
const KEPT_DAYS = 365

/** Options of imports and exports. */
export interface TransferOptions {
  /**
   * Object stores with private addresses to which tenants may export, as `host:port`; also by HTTP. Default: none. Those with public
   * addresses may always be called, by HTTPS.
   */
  readonly localHosts?: readonly string[]
}

/** Imports of any entity from files, with a rehearsal, progress and one undo, and scheduled exports of any list. */
export function defineTransfer({ localHosts = [] }: TransferOptions = {}): Module {
  return defineModule({
    id: 'transfer',
    title: 'Imports',
    translations,
    requires: ['auth', 'attachments', 'progress'],
    entities: [
      Import,
      ImportChunk,
      ImportedRow,
      UndoneRow,
      Refusal,
      Duplicate,
      ExternalId,
      ImportTemplate,
      ...scheduled.entities,
      ExportDestination,
    ],
    migrations: [imports, order, scheduledExports, rows, duplicates, furtherChanges, destinations],
    features,
    contributes: [
      pages.of(readmePage({ title: 'Imports', access: features.view }, import.meta.url)),
      mails.of(...scheduled.mails),
      exportFieldUses,
      templateFieldUses,
      importFieldUses,
    ],
    roles: { admin: ['transfer.*'] },
    services: [importers, provide(destinationHosts, () => ({ localHosts }))],
    resources: [templates],
    commands: [
      createImport,
      updateImport,
      deleteImport,
      startWork,
      importChunk,
      undoChunk,
      redoChunk,
      undoRows,
      chooseForDuplicates,
      beginRehearsal,
      noteRehearsal,
      noteDuplicates,
      endWork,
      ...scheduled.commands,
      ...destination.commands,
    ],
    events,
    jobs: [importJob, ...scheduled.jobs],
    keep: [keep('transfer_imports', { id: 'transfer.imports', by: 'created_at', days: KEPT_DAYS, batch: 50 })],
    rekeys: [
      rekey(ExportDestination, { id: 'transfer.destinations', property: 'secret', purpose: DESTINATION_SECRET }),
    ],
    routes: [
      listEntities,
      listImports,
      postImport,
      putImport,
      deleteImportById,
      ...workRoutes,
      listChunks,
      listRows,
      postUndoRows,
      listDuplicates,
      postChoice,
      listRefusals,
      getRefused,
      ...scheduled.routes,
      ...destination.routes,
    ],
  })
}

/** The same without options. */
export const transfer = defineTransfer()
