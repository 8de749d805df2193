import { composition, type Context, del, get, list, post, put, view } from '@plinth/core'
import { texts } from '@plinth/core/http'
import { z } from 'zod'
import { createImport, deleteImport, updateImport } from '../commands/create-import.ts'
import { startWork } from '../jobs/start-work.ts'
import { features } from '../contract.ts'
import { Import, ImportChunk } from '../entities.ts'
import { type ColumnSample, Format, MAX_COLUMNS, Settings } from '../settings.ts'
import { type Work, works } from '../import-states.ts'
import { findTarget } from '../rows/plan.ts'
import { detectFormat } from '../sources/detect-format.ts'
import type { FileRow } from '@plinth/attachments'
import { toShownText } from '../sources/column-names.ts'
import { findHeader } from '../sources/find-header.ts'
import { openSource } from '../sources/open-source.ts'
import { unreadable } from '../sources/unreadable.ts'
import { toExcerpt } from '../sources/storable.ts'
import { readableAccounts } from '../targets/accounts.ts'
import { fieldsOf } from '../targets/fields.ts'
import { suggestSettings } from '../rows/suggest.ts'
import { isWritable, type Target, targetsOf } from '../targets/target.ts'
import { toReason } from '../to-reason.ts'

const FieldView = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.string(),
  isList: z.boolean(),
  isRequired: z.boolean(),
  options: z.array(z.string()).readonly().optional(),
})

/** What the caller may import. */
export const listEntities = get(
  '/transfer/entities',
  {
    operation: 'listEntities',
    access: features.view,
    summary: 'List what the caller can import, with the fields of each.',
    response: z.object({
      items: z.array(z.object({ id: z.string(), title: z.string(), fields: z.array(FieldView).readonly() })),
    }),
  },
  async (ctx) => {
    const targets = [...(await targetsOf(ctx)).values()].filter((target) => isWritable(ctx, target))
    const titles = await titlesOf(ctx, targets)
    const items = await Promise.all(
      targets.map(async (target) => ({
        id: target.id,
        title: titles.get(target.id)!,
        fields: await fieldsOf(ctx, target),
      })),
    )
    return { items }
  },
)

/** What targets are called in the caller's language, with their module where several are called the same. */
async function titlesOf(ctx: Context, targets: readonly Target[]): Promise<ReadonlyMap<string, string>> {
  const { language } = await ctx.locale()
  const [named, { modules }] = [ctx.inject(texts), ctx.inject(composition)]
  const inLanguage = (text: string) => named.in(language, text)
  const titles = targets.map(
    ({ id, title, recordsOf }) => [id, recordsOf === undefined ? inLanguage(title) : title] as const,
  )
  const isAmbiguous = (title: string) => titles.filter(([, other]) => other === title).length > 1
  const moduleOf = (id: string) => modules.find((module) => id.startsWith(`${module.id}.`))?.title
  return new Map(
    titles.map(([id, title]) => {
      const module = isAmbiguous(title) ? moduleOf(id) : undefined
      return [id, module === undefined ? title : `${title} (${inLanguage(module)})`]
    }),
  )
}

const CountsView = z.object({
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  refused: z.number().int(),
  skipped: z.number().int().optional().meta({ description: 'Likely duplicates that were left out by choice.' }),
})
const ColumnView = z.object({ name: z.string(), samples: z.array(z.string()).readonly() })
const ImportView = view(Import, [
  'id',
  'name',
  'attachmentId',
  'entity',
  'status',
  'progressJobId',
  'lastRow',
  'errorMessage',
  'organizationId',
  'createdAt',
  'updatedAt',
]).extend({
  settings: Settings,
  columns: z.array(ColumnView),
  counts: CountsView.nullable(),
  rehearsal: CountsView.nullable(),
})

export const listImports = list('/transfer/imports', Import, {
  access: features.view,
  summary: 'List imports.',
  select: ImportView,
  sort: ['createdAt', 'name'],
  defaultSort: { field: 'createdAt', dir: 'desc' },
  filter: ['status', 'entity'],
  resolve: async (ctx, { errorMessage }) => ({ errorMessage: await toReason(ctx, errorMessage) }),
})

/** Rows read for samples, samples of a column, and characters of each. */
const [READ, SAMPLES, CHARACTERS] = [50, 5, 100]

const NewImport = z.object({
  attachmentId: z.uuid().meta({ description: 'A file of the caller, uploaded to `/attachments`.' }),
  entity: z.string().max(100).meta({ description: 'What is imported: an id of `GET /transfer/entities`.' }),
  format: Format.partial().optional().meta({ description: 'Default: recognized from the file.' }),
})

export const postImport = post(
  '/transfer/imports',
  {
    operation: 'createImport',
    access: features.manage,
    runs: createImport,
    summary: 'Read the columns of an uploaded file, and suggest how to import it.',
    body: NewImport,
    response: z.object({ id: z.uuid(), settings: Settings, columns: z.array(ColumnView) }),
    status: 201,
    errors: [400],
  },
  async (ctx) => {
    const { attachmentId, entity } = ctx.body
    const all = await targetsOf(ctx)
    const target = findTarget(new Map([...all].filter(([, one]) => isWritable(ctx, one))), entity)
    const format = { ...(await detectFormat(ctx, attachmentId)), ...withoutAbsent(ctx.body.format ?? {}) } as Format
    const { name, columns, headerRow } = await sampleColumns(ctx, attachmentId, format)
    if (columns.length === 0) throw unreadable('The file is empty')
    const settings = await suggestSettings(ctx, {
      format: { ...format, ...(headerRow !== undefined && { headerRow }) },
      columns,
      fields: await fieldsOf(ctx, target),
      accounts: readableAccounts(ctx)?.id,
    })
    const { id } = await ctx.run(createImport, { name: toExcerpt(name, 255), attachmentId, entity, settings, columns })
    return { id, settings, columns }
  },
)

const withoutAbsent = (format: Partial<Format>) =>
  Object.fromEntries(Object.entries(format).filter(([, value]) => value !== undefined))

interface SampledFile {
  readonly name: string
  readonly columns: ColumnSample[]
  /** The row with the names of the columns, unless it is the first one. */
  readonly headerRow?: number | undefined
}

/** The columns of a file with values of its first rows. Lines above its table, such as a title, are left out. */
async function sampleColumns(ctx: Context, attachmentId: string, format: Format): Promise<SampledFile> {
  const source = await openSource(ctx, attachmentId, { format })
  try {
    const read: FileRow[] = []
    for await (const row of source.rows) if (read.push(row) >= READ) break
    const headerRow = format.type === 'jsonl' || format.headerRow !== undefined ? undefined : findHeader(source, read)
    if (headerRow !== undefined) {
      source.close()
      return { ...(await sampleColumns(ctx, attachmentId, { ...format, headerRow })), headerRow }
    }
    const rows = read.map(({ cells }) => cells)
    const columns = source.columns.slice(0, MAX_COLUMNS).map((name, index): ColumnSample => {
      const values = rows.map((cells) => toText(cells[index])).filter((text) => text !== '')
      return { name, samples: [...new Set(values)].slice(0, SAMPLES) }
    })
    return { name: source.name, columns }
  } finally {
    source.close()
  }
}

const toText = (cell: unknown) => toExcerpt(toShownText(cell), CHARACTERS).trim()

export const putImport = put('/transfer/imports', updateImport, {
  operation: 'updateImport',
  summary: 'Correct how a file is imported.',
  errors: [400, 404, 409],
})

export const deleteImportById = del('/transfer/imports', deleteImport, {
  operation: 'deleteImport',
  summary: 'Delete an import, but nothing that it has written.',
  errors: [400, 404, 409],
})

const SUMMARIES: Readonly<Record<Work, string>> = {
  rehearse: 'Count in the background what an import would do, and list the rows that it would refuse.',
  run: 'Import the rows of a file in the background. To cancel it, cancel its progress job.',
  undo: 'Undo a whole import in the background. What was edited since is kept, and listed.',
  redo: 'Repeat an import that was undone, in the background.',
}

/** `POST /transfer/imports/{id}/run`, and the same for the other kinds of work. */
export const workRoutes = works.map((work) =>
  post(
    `/transfer/imports/{id}/${work}`,
    {
      operation: `${work}Import`,
      access: features.manage,
      runs: startWork,
      summary: SUMMARIES[work],
      params: z.object({ id: z.uuid().toLowerCase() }),
      response: startWork.output,
      status: 202,
      errors: [400, 404, 409],
    },
    ({ run, params: { id } }) => run(startWork, { id, work }),
  ),
)

const KeptView = z.object({ resourceKind: z.string(), resourceId: z.string(), fields: z.array(z.string()) })
const ChunkView = view(ImportChunk, ['id', 'firstRow', 'lastRow', 'logId', 'isUndone', 'createdAt']).extend({
  counts: CountsView,
  kept: z.array(KeptView),
})

export const listChunks = list('/transfer/chunks', ImportChunk, {
  access: features.view,
  summary:
    'List the rows that an import has written together, and what an undo has kept of them, since it was edited later.',
  select: ChunkView,
  sort: ['firstRow'],
  defaultSort: { field: 'firstRow' },
  query: { importId: z.uuid() },
  where: ({ eb, from, query: { importId } }) => [
    eb('row.importId', 'in', from(Import, 'i').select('i.id').where('i.id', '=', importId)),
  ],
})
