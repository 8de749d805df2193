import { ExportClock, ExportRun, ScheduledExport } from './entities.ts'
import { createExport, deleteExport, runExport, updateExport } from './export-commands.ts'
import { exportJob } from './export-job.ts'
import { forgetObjects, noteObject } from './note-object.ts'
import { beginRun, completeRun, failRun } from './note-run.ts'
import { deleteExportById, getRunFile, listExports, listRuns, postExport, postRun, putExport } from './routes.ts'
import { forgetDeletedExports, startDueExports, sweepExports, takeDueExports } from './take-due.ts'
import { exportFailed, exportReady, tellOfExport } from './tell-of-export.ts'

/** What the module declares for scheduled exports. */
export const scheduled = {
  entities: [ScheduledExport, ExportClock, ExportRun],
  commands: [
    createExport,
    updateExport,
    deleteExport,
    runExport,
    takeDueExports,
    beginRun,
    completeRun,
    failRun,
    noteObject,
    forgetObjects,
    forgetDeletedExports,
  ],
  jobs: [startDueExports, exportJob, tellOfExport, sweepExports],
  mails: [exportReady, exportFailed],
  routes: [listExports, postExport, putExport, deleteExportById, postRun, listRuns, getRunFile],
} as const
