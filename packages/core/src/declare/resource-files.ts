import { z } from 'zod'
import { tableOf } from '../data/query/properties.ts'
import type { Declared } from '../data/query/row-types.ts'
import type { Command } from '../define/command.ts'
import type { Context } from '../define/context.ts'
import type { FileOwner } from '../define/file-owner.ts'
import { RecordFile, type RecordFiles, recordFiles } from '../define/record-files.ts'
import { del, get, Ok, post, type Route } from '../define/route.ts'
import { brokenSetup } from '../errors.ts'
import { page, paged, PageQuery } from '../http/paging.ts'
import { withArticle } from './indefinite-article.ts'

const Params = z.object({ id: z.uuid().toLowerCase() })
const FileParams = Params.extend({ fileId: z.uuid().toLowerCase() })
const Upload = z.object({ file: z.any().meta({ type: 'string', format: 'binary' }) })

/** The owner of the files of a resource's records. */
export function fileOwnerOf(
  entity: Declared,
  { kind, title, access }: Pick<FileOwner, 'kind' | 'title' | 'access'>,
): FileOwner {
  const id = kind.replace('.', ':')
  return Object.freeze({ id, kind, title, entity: entity as FileOwner['entity'], access })
}

/** The routes of the files of a resource: a list, an upload and a deletion. */
export function fileRoutes(path: string, owner: FileOwner): readonly Route[] {
  const { access, title } = owner
  const record = withArticle(title.toLowerCase())
  const files = `${path}/{id}/files`
  const routes = [
    get(
      files,
      {
        access: access.read,
        summary: `List the files of ${record}, newest first.`,
        params: Params,
        query: PageQuery,
        response: page(RecordFile),
        reads: 'attachments.attachment',
        errors: [404],
      },
      async (ctx) => {
        const [items, total] = await filesOf(ctx).list(ctx, { owner, id: ctx.params.id }, ctx.query)
        return paged([[...items], total], ctx.query)
      },
    ),
    post(
      files,
      {
        access: access.write,
        summary: `Upload a file to ${record}.`,
        params: Params,
        http: { rawBody: { type: 'multipart/form-data', schema: Upload } },
        response: RecordFile,
        status: 201,
        errors: [404, 413, 422],
      },
      (ctx) => filesOf(ctx).add(ctx, { owner, id: ctx.params.id }),
    ),
    del(
      `${files}/{fileId}`,
      {
        access: access.write,
        summary: `Delete a file of ${record}.`,
        params: FileParams,
        response: Ok,
        errors: [404, 422],
      },
      async (ctx) => {
        await filesOf(ctx).remove(ctx, { owner, id: ctx.params.id }, ctx.params.fileId)
        return { ok: true as const }
      },
    ),
  ]
  return routes.map((route) => Object.freeze({ ...route, files: owner }))
}

/** The check of an undo, with that of the files; whatever removes a record removes its files, such as the undo of its creation. */
export function revertingFiles(own: Command['beforeRevert'], owner: FileOwner): NonNullable<Command['beforeRevert']> {
  const table = tableOf(owner.entity)
  return async (ctx, rows) => {
    const files = filesOf(ctx)
    const checks = [await own?.(ctx, rows), await files.beforeRevert(ctx, rows)]
    const deleted = rows.filter((row) => row.table === table && row.after === null).map(({ id }) => id)
    return async () => {
      for (const check of checks) await check?.()
      if (deleted.length > 0) await files.removeAll(ctx, owner, deleted)
    }
  }
}

/** Where files are kept. A platform without it does not start. */
export function filesOf({ inject }: Pick<Context, 'inject'>): RecordFiles {
  const files = inject(recordFiles)
  if (!files) throw brokenSetup('No composed module stores the files of records')
  return files
}
