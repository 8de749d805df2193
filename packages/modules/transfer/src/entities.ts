import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { Scoped, TenantScoped } from '@plinth/core'
import type { ChangeRange, KeptRow } from '@plinth/core/data'
import type { ColumnSample, Counts, RowProblem, Settings } from './settings.ts'

/** The import of one file. */
export const Import = defineEntity({
  name: 'Import',
  tableName: 'transfer_imports',
  extends: Scoped,
  properties: {
    name: p.string(),
    /** The attachment with the file. */
    attachmentId: p.uuid(),
    /** What is imported: the kind of resource, `catalog.product`. */
    entity: p.string(),
    status: p.string().default('draft'),
    settings: p.json<Settings>(),
    /** The columns of the file, with values of its first rows. */
    columns: p.json<readonly ColumnSample[]>(),
    /** Whose rights it has, and in which of their organizations: null for all of them. */
    actorId: p.string(),
    selectedOrganizationId: p.uuid().nullable(),
    progressJobId: p.uuid().nullable(),
    /** The last row of the file that has been imported, counted like a spreadsheet: the header is row 1. */
    lastRow: p.integer().default(0),
    counts: p.json<Counts>().nullable(),
    rehearsal: p.json<Counts>().nullable(),
    errorMessage: p.text().nullable(),
  },
})
export type Import = InferEntity<typeof Import>

/** Rows of an import that were committed together, under one log entry. */
export const ImportChunk = defineEntity({
  name: 'ImportChunk',
  tableName: 'transfer_chunks',
  extends: TenantScoped,
  properties: {
    importId: p.uuid(),
    firstRow: p.integer(),
    lastRow: p.integer(),
    /** The entry to undo: that of the chunk, or of its last redo. */
    logId: p.uuid().fieldName('log_entry_id'),
    /** The entry that has written the rows; null if it was written by an earlier version. */
    sourceEntryId: p.uuid().nullable(),
    counts: p.json<Counts>(),
    isUndone: p.boolean().default(false),
    /** What was changed after the import, and was therefore kept when it was undone. */
    kept: p.json<readonly KeptRow[]>(),
  },
})
export type ImportChunk = InferEntity<typeof ImportChunk>

/** What a row of the file has become. */
export const ImportedRow = defineEntity({
  name: 'ImportedRow',
  tableName: 'transfer_rows',
  extends: TenantScoped,
  properties: {
    importId: p.uuid(),
    chunkId: p.uuid(),
    row: p.integer().fieldName('row_number'),
    recordId: p.uuid(),
    isNew: p.boolean(),
    /** Its changes in the entry of the chunk: those behind the first of these numbers, up to the second one. */
    changesAfter: p.bigint('number'),
    lastChange: p.bigint('number'),
    /** Further ones; null for none. */
    furtherChanges: p.json<readonly ChangeRange[]>().nullable(),
  },
})

export type ImportedRow = InferEntity<typeof ImportedRow>

/** A row that has been undone by itself. */
export const UndoneRow = defineEntity({
  name: 'UndoneImportedRow',
  tableName: 'transfer_undone_rows',
  extends: TenantScoped,
  properties: {
    importId: p.uuid(),
    row: p.integer().fieldName('row_number'),
    /** The log entry of its undo. */
    entryId: p.uuid(),
  },
})

/** A row that would create a record although it looks like another one, or like an earlier row. */
export const Duplicate = defineEntity({
  name: 'ImportDuplicate',
  tableName: 'transfer_duplicates',
  extends: TenantScoped,
  properties: {
    importId: p.uuid(),
    row: p.integer().fieldName('row_number'),
    recordId: p.uuid().nullable(),
    otherRow: p.integer().nullable(),
    reason: p.string(),
    /** The column of the file with what is alike. */
    column: p.text().fieldName('column_name').nullable(),
    choice: p.string().nullable(),
    /** Who has rehearsed the import: nobody else may know of records that they can see. */
    foundBy: p.string(),
  },
})

/** A row of the file that was refused. */
export const Refusal = defineEntity({
  name: 'ImportRefusal',
  tableName: 'transfer_refusals',
  extends: TenantScoped,
  properties: {
    importId: p.uuid(),
    isRehearsal: p.boolean(),
    row: p.integer().fieldName('row_number'),
    problems: p.json<readonly RowProblem[]>(),
  },
})

/** The id that a record has in another system. */
export const ExternalId = defineEntity({
  name: 'ExternalId',
  tableName: 'transfer_external_ids',
  extends: TenantScoped,
  properties: {
    source: p.string().length(100),
    kind: p.string().length(100),
    externalId: p.string(),
    recordId: p.uuid(),
  },
})

/** A saved mapping. */
export const ImportTemplate = defineEntity({
  name: 'ImportTemplate',
  tableName: 'transfer_templates',
  extends: Scoped,
  properties: {
    name: p.string().length(200),
    entity: p.string().length(100),
    settings: p.json<Settings>(),
  },
})
