import { openHeldFile } from '@plinth/attachments'
import {
  badInput,
  del,
  forbidden,
  get,
  list,
  notFound,
  PlatformError,
  post,
  put,
  type RouteContext,
  view,
} from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import type { From, ListRequest } from '@plinth/core/data'
import { BinaryAnswer, internalRequests } from '@plinth/core/http'
import { z } from 'zod'
import { features } from '../contract.ts'
import { ExportRun, ScheduledExport } from './entities.ts'
import { ChangedExport, createExport, deleteExport, NewExport, runExport, updateExport } from './export-commands.ts'
import { assertFilters, assertMayExport, findList, toFilters, toParameters } from './find-list.ts'
import { nextTime } from './next-time.ts'
import { toReason } from '../to-reason.ts'
import { ownerOf } from './write-export.ts'

const ExportView = view(ScheduledExport, [
  'id',
  'name',
  'list',
  'query',
  'format',
  'frequency',
  'weekday',
  'day',
  'time',
  'timeZone',
  'keptFiles',
  'tellsOwner',
  'isActive',
  'ownerId',
  'organizationId',
  'destinationId',
  'createdAt',
  'updatedAt',
]).extend({
  /** Whether the caller may change and run it, and download its files. */
  isOwn: z.boolean(),
  /** When it runs next; null while it is not active. */
  nextAt: z.iso.datetime().nullable(),
  lastStatus: z.enum(['waiting', 'running', 'completed', 'failed']).nullable(),
  lastRunAt: z.iso.datetime().nullable(),
})

export const listExports = list('/transfer/exports', ScheduledExport, {
  access: features['exports.schedule'],
  summary: "List the caller's scheduled exports, and those of others with `transfer.exports.manage`.",
  select: ExportView,
  sort: ['createdAt', 'name'],
  defaultSort: { field: 'createdAt', dir: 'desc' },
  filter: ['isActive', 'list', 'ownerId'],
  where: ({ eb, actor }) => (hasAccess(actor, features['exports.manage']) ? [] : [eb('row.ownerId', '=', actor.id)]),
  computed: {
    lastStatus: ({ eb, from }) => lastRun(eb, from).select('r.status'),
    lastRunAt: ({ eb, from }) => lastRun(eb, from).select('r.dueAt'),
  },
  resolve: async ({ now, actor }, row) => ({
    isOwn: row.ownerId === actor.id,
    nextAt: row.isActive ? nextTime(row, now()).toISOString() : null,
  }),
})

/** The latest run of a listed export. */
const lastRun = (eb: ListRequest<ScheduledExport, unknown>['eb'], from: From) =>
  eb.selectFrom(from.table(ExportRun, 'r')).whereRef('r.exportId', '=', 'row.id').orderBy('r.dueAt', 'desc').limit(1)

type TryContext = Pick<RouteContext<undefined, undefined, undefined>, 'inject' | 'request' | 'scope' | 'actor'>

/** Asks the list for a page, so that filters that it refuses are refused now, and not every night. */
async function tryList(ctx: TryContext, path: string, query: string) {
  const { inject, request, scope, actor } = ctx
  const organizationId = scope.organizationId ?? actor.homeOrganizationId
  const route = findList(ctx, path)
  assertMayExport(route, actor)
  await assertFilters(ctx, route, { query: toFilters(query), organizationId })
  const { status, body } = await inject(internalRequests).serve({
    method: 'GET',
    path,
    query: { ...toParameters(toFilters(query)), pageSize: 1 },
    credential: { request },
  })
  if (status === 200) return
  const { error } = (body ?? {}) as { readonly error?: unknown }
  const message = typeof error === 'string' ? error : 'There is no such list'
  if (status === 401 || status === 403) throw forbidden(message)
  if (status >= 500 || status === 429) throw new PlatformError('unavailable', message)
  throw badInput(message, { fieldErrors: { query: message } })
}

export const postExport = post(
  '/transfer/exports',
  {
    operation: 'createExport',
    access: features['exports.schedule'],
    runs: createExport,
    summary: 'Schedule exports of a list, which have the rights of the caller.',
    body: NewExport,
    response: createExport.output,
    status: 201,
    errors: [400],
  },
  async (ctx) => {
    await tryList(ctx, ctx.body.list, ctx.body.query)
    return ctx.run(createExport, ctx.body)
  },
)

export const putExport = put(
  '/transfer/exports',
  {
    operation: 'updateExport',
    access: features['exports.schedule'],
    runs: updateExport,
    summary: 'Change a scheduled export of the caller.',
    body: ChangedExport,
    response: updateExport.output,
    errors: [400, 404],
  },
  async (ctx) => {
    const { id, list: path, query } = ctx.body
    if (path !== undefined || query !== undefined) {
      const row = await ctx
        .from(ScheduledExport, 'e')
        .select(['e.list', 'e.query'])
        .where('e.id', '=', id)
        .where('e.ownerId', '=', ctx.actor.id)
        .executeTakeFirst()
      if (!row) throw notFound('Export')
      await tryList(ctx, path ?? row.list, query ?? row.query)
    }
    return ctx.run(updateExport, ctx.body)
  },
)

export const deleteExportById = del('/transfer/exports', deleteExport, {
  operation: 'deleteExport',
  summary: 'Delete a scheduled export, and its files a day later.',
  errors: [400, 404],
})

export const postRun = post(
  '/transfer/exports/{id}/run',
  {
    operation: 'runExport',
    access: features['exports.schedule'],
    runs: runExport,
    summary: 'Run a scheduled export of the caller now, in the background.',
    params: z.object({ id: z.uuid().toLowerCase() }),
    response: runExport.output,
    status: 202,
    errors: [400, 404, 409],
  },
  ({ run, params: { id } }) => run(runExport, { id }),
)

const RunView = view(ExportRun, [
  'id',
  'exportId',
  'dueAt',
  'isManual',
  'status',
  'attempts',
  'startedAt',
  'endedAt',
  'rows',
  'fileName',
  'fileSize',
  'errorMessage',
  'destinationId',
  'objectKey',
]).extend({
  /** Whether its file is in the storage of the platform. */
  hasFile: z.boolean(),
})

export const listRuns = list('/transfer/export-runs', ExportRun, {
  access: features['exports.schedule'],
  summary: 'List the runs of a scheduled export, with the reasons of failures.',
  select: RunView,
  sort: ['dueAt'],
  defaultSort: { field: 'dueAt', dir: 'desc' },
  filter: ['status'],
  query: { exportId: z.uuid() },
  where: ({ eb, from, actor, query: { exportId } }) => [
    eb(
      'row.exportId',
      'in',
      from(ScheduledExport, 'e')
        .select('e.id')
        .where('e.id', '=', exportId)
        .$if(!hasAccess(actor, features['exports.manage']), (some) => some.where('e.ownerId', '=', actor.id)),
    ),
  ],
  computed: { hasFile: ({ eb }) => eb('row.fileId', 'is not', null).$castTo<boolean>() },
  resolve: async (ctx, { errorMessage }) => ({ errorMessage: await toReason(ctx, errorMessage) }),
})

export const getRunFile = get(
  '/transfer/export-runs/{id}/file',
  {
    operation: 'getExportFile',
    access: features['exports.schedule'],
    inView: false,
    summary: 'Download the file of a run of an own scheduled export, as long as its list may be read.',
    params: z.object({ id: z.uuid().toLowerCase() }),
    response: z.any(),
    http: { contentType: '*/*' },
    errors: [400, 403, 404],
  },
  async (ctx) => {
    const { from, actor, params } = ctx
    const run = await from(ExportRun, 'r')
      .select(['r.exportId', 'r.fileId', 'r.fileName'])
      .where('r.id', '=', params.id)
      .executeTakeFirst()
    const about =
      run &&
      (await from(ScheduledExport, 'e')
        .select(['e.list', 'e.ownerId', 'e.organizationId'])
        .where('e.id', '=', run.exportId)
        .where('e.ownerId', '=', actor.id)
        .executeTakeFirst())
    if (!about || run.fileId === null) throw notFound('File')
    assertMayExport(findList(ctx, about.list), (await ownerOf(ctx, about)).actor)
    const file = await openHeldFile(ctx, run.fileId)
    if (!file) throw notFound('File')
    const headers = {
      'content-type': 'application/octet-stream',
      'content-length': String(file.size),
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(run.fileName ?? 'export')}`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    }
    return new BinaryAnswer(file.stream, { headers })
  },
)
