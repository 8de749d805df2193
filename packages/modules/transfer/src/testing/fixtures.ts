import type { ModuleFixtures, TestPlatform, UndoExample } from '@plinth/testing'
import { works } from '../import-states.ts'
import { templates } from '../templates.ts'
import { contract, newTemplate, someSettings } from './contract.ts'
import { exportExamples } from './exports.ts'

const stored = async (app: TestPlatform) =>
  (await app.as({ features: ['*'] }).post('/transfer/templates', newTemplate())).body.id as string

const examples: readonly UndoExample[] = [
  { command: templates.create, input: newTemplate },
  {
    command: templates.update,
    input: async (app: TestPlatform) => ({ id: await stored(app), name: crypto.randomUUID() }),
  },
  { command: templates.delete, input: async (app: TestPlatform) => ({ id: await stored(app) }) },
  ...exportExamples,
]

/** Test fixtures of imports. */
export const transferFixtures: ModuleFixtures = {
  contract,
  isolation: {
    // What an import has written is recorded in the tables that it writes to.
    unrecorded: [
      'transfer_imports',
      'transfer_chunks',
      'transfer_rows',
      'transfer_refusals',
      'transfer_duplicates',
      'transfer_export_clocks',
      'transfer_export_runs',
    ],
    idTables: {
      importId: 'transfer_imports',
      'POST /transfer/imports attachmentId': 'attachments',
      ...ofTable('transfer_imports', ['GET', 'PUT', 'DELETE'], '/transfer/imports'),
      ...ofTable('transfer_imports', ['POST'], ...works.map((work) => `/transfer/imports/{id}/${work}`)),
      ...ofTable('transfer_imports', ['POST'], '/transfer/imports/{id}/undo-rows', '/transfer/imports/{id}/duplicates'),
      ...ofTable('transfer_imports', ['GET'], '/transfer/imports/{id}/refused'),
      ...ofTable('transfer_chunks', ['GET'], '/transfer/chunks'),
      ...ofTable('transfer_rows', ['GET'], '/transfer/rows'),
      ...ofTable('transfer_duplicates', ['GET'], '/transfer/duplicates'),
      ...ofTable('transfer_refusals', ['GET'], '/transfer/refusals'),
      ...ofTable('transfer_templates', ['GET', 'PUT', 'DELETE'], '/transfer/templates'),
      exportId: 'transfer_exports',
      ...ofTable('transfer_exports', ['GET', 'PUT', 'DELETE'], '/transfer/exports'),
      ...ofTable('transfer_exports', ['POST'], '/transfer/exports/{id}/run'),
      destinationId: 'transfer_destinations',
      ...ofTable('transfer_destinations', ['GET', 'PUT', 'DELETE'], '/transfer/destinations'),
      ...ofTable('transfer_destinations', ['POST'], '/transfer/destinations/{id}/test'),
      ...ofTable('transfer_export_runs', ['GET'], '/transfer/export-runs', '/transfer/export-runs/{id}/file'),
    },
    unreached: {
      'PUT /transfer/exports': 'every made-up export is somebody else’s; see exports.test.ts',
      'POST /transfer/exports/{id}/run': 'every made-up export is somebody else’s; see exports.test.ts',
      'GET /transfer/export-runs/{id}/file': 'every made-up export is somebody else’s; see exports.test.ts',
      'POST /transfer/imports': 'made-up files are pictures; see rows.test.ts',
      'POST /transfer/imports/{id}/undo-rows': 'made-up imports have written nothing; see undo-rows.test.ts',
      'GET /transfer/imports/{id}/refused': 'made-up imports have no file; see rows.test.ts',
      ...Object.fromEntries(
        works.map((work) => [
          `POST /transfer/imports/{id}/${work}`,
          'made-up imports have no columns; see rows.test.ts',
        ]),
      ),
    },
    rows: {
      transfer_imports: ({ mark }) => ({
        status: 'draft',
        settings: someSettings,
        columns: JSON.stringify([{ name: 'Name', samples: [mark] }]),
        counts: null,
        rehearsal: null,
        last_row: 0,
        selected_organization_id: null,
      }),
      transfer_chunks: () => ({ counts: NOTHING, kept: '[]', is_undone: false }),
      transfer_rows: () => ({ is_new: true, changes_after: 0, last_change: 1 }),
      transfer_duplicates: ({ mark }) => ({
        record_id: null,
        other_row: 2,
        reason: 'name',
        column_name: mark,
        choice: null,
      }),
      transfer_refusals: ({ mark }) => ({
        is_rehearsal: false,
        problems: JSON.stringify([{ column: null, message: mark }]),
      }),
      transfer_templates: () => ({ settings: someSettings }),
      transfer_exports: () => ({
        list: '/transfer/templates',
        query: '',
        frequency: 'daily',
        weekday: 1,
        day: 1,
        time: '07:30',
        time_zone: 'UTC',
        kept_files: 1,
        is_active: false,
        destination_id: null,
      }),
      transfer_export_clocks: ({ idIn }) => ({ id: idIn('transfer_exports') }),
      transfer_export_runs: ({ idIn }) => ({
        export_id: idIn('transfer_exports'),
        status: 'completed',
        file_id: null,
        orphaned_at: null,
        destination_id: null,
        upload_id: null,
      }),
    },
  },
  undo: {
    examples,
    provenElsewhere: {
      'transfer.imports.import_rows': 'it takes rows of a file; see imports.test.ts',
      'transfer.imports.undo_chosen_rows': 'it takes rows that were imported; see undo-rows.test.ts',
      'transfer.imports.redo_rows': 'it takes rows that were undone; see imports.test.ts',
    },
  },
}

/** The table whose ids routes take. By their name alone, they could be those of external ids. */
function ofTable(table: string, methods: readonly string[], ...paths: readonly string[]) {
  return Object.fromEntries(
    methods.flatMap((method) =>
      paths.flatMap((path) => [
        [`${method} ${path}`, table],
        [`${method} ${path} id`, table],
      ]),
    ),
  )
}

const NOTHING = JSON.stringify({ created: 0, updated: 0, unchanged: 0, refused: 0 })
