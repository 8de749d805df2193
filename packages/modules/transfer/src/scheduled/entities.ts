import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { Scoped, TenantScoped } from '@plinth/core'

/** A list that is exported at certain times, with the rights of its owner, in the organization to which it belongs. */
export const ScheduledExport = defineEntity({
  name: 'ScheduledExport',
  tableName: 'transfer_exports',
  extends: Scoped,
  properties: {
    name: p.string().length(200),
    /** The path of the list: `/catalog/products`. */
    list: p.string().length(200),
    /** Its filters and order, as in a URL: `status=open&sortField=title`. */
    query: p.text(),
    format: p.string(),
    frequency: p.string().$type<'daily' | 'weekly' | 'monthly'>(),
    /** From Monday, which is 1; null unless weekly. */
    weekday: p.integer().nullable(),
    /** Of the month; in a shorter one, its last day. Null unless monthly. */
    day: p.integer().nullable(),
    /** As a clock in the time zone shows it: `07:30`. */
    time: p.string(),
    timeZone: p.string(),
    keptFiles: p.integer(),
    /** Whether the owner gets an email for each file. */
    tellsOwner: p.boolean(),
    isActive: p.boolean(),
    ownerId: p.string(),
    /** The bucket to which it is written; null for the storage of files. */
    destinationId: p.uuid().nullable(),
  },
})
export type ScheduledExport = InferEntity<typeof ScheduledExport>

/** For tables without `createdAt` and `updatedAt`. */
const untimed = { createdAt: p.datetime().persist(false), updatedAt: p.datetime().persist(false) }

/** When an export is due; its id is that of the export. */
export const ExportClock = defineEntity({
  name: 'ExportClock',
  tableName: 'transfer_export_clocks',
  extends: TenantScoped,
  properties: {
    ...untimed,
    nextAt: p.datetime(),
    /** False after a change of the export: `nextAt` is then when it was changed. */
    isComputed: p.boolean().default(false),
  },
})

/** One run of an export, and its file. */
export const ExportRun = defineEntity({
  name: 'ExportRun',
  tableName: 'transfer_export_runs',
  extends: TenantScoped,
  properties: {
    exportId: p.uuid(),
    dueAt: p.datetime(),
    isManual: p.boolean(),
    status: p.string().$type<'waiting' | 'running' | 'completed' | 'failed'>(),
    attempts: p.integer().default(0),
    startedAt: p.datetime().nullable(),
    endedAt: p.datetime().nullable(),
    rows: p.integer().fieldName('row_count').nullable(),
    fileSize: p.bigint('number').nullable(),
    fileName: p.string().nullable(),
    fileId: p.uuid().nullable(),
    /** Where it is written if not to the storage of files, and the upload of its parts while there is one. */
    destinationId: p.uuid().nullable(),
    objectKey: p.string().nullable(),
    uploadId: p.string().nullable(),
    errorMessage: p.text().nullable(),
    orphanedAt: p.datetime().nullable(),
  },
})
export type ExportRun = InferEntity<typeof ExportRun>
