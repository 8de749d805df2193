import { z } from 'zod'
import type { Command, CommandContext } from './command.ts'
import type { Context } from './context.ts'
import type { FileOwner, FileRecord } from './file-owner.ts'
import type { Module } from './module.ts'
import type { RouteContext } from './route.ts'
import { defineService } from './service.ts'

/** A file of a record. */
export const RecordFile = z.object({
  id: z.uuid(),
  fileName: z.string(),
  fileSize: z.number().int().meta({ description: 'Bytes.' }),
  mimeType: z.string(),
  url: z.string(),
  thumbnailUrl: z.string().nullable().meta({ description: 'Null for files that are not images.' }),
  createdAt: z.string(),
})

/** Keeps the files of records, for resources with `files: true`. */
export interface RecordFiles {
  /** One page of the files of a record, newest first, and their number. Throws 404 if the caller may not read the record. */
  list(
    ctx: Context,
    record: FileRecord,
    page: { page: number; pageSize: number },
  ): Promise<readonly [z.input<typeof RecordFile>[], number]>
  /** Adds the file in the body of the request. Throws 404 as above, and 403 if the caller may not update the record. */
  add(ctx: RouteContext<z.ZodType, undefined, undefined>, record: FileRecord): Promise<z.input<typeof RecordFile>>
  /** Removes a file. Throws 404 and 403 as above, and 404 if the record has no such file. */
  remove(ctx: Context, record: FileRecord, fileId: string): Promise<void>
  /** Removes all files of records that the same command deletes. */
  removeAll(ctx: CommandContext, owner: FileOwner, ids: readonly string[]): Promise<void>
  /** The check of an undo that may restore files. */
  readonly beforeRevert: NonNullable<Command['beforeRevert']>
}

/** Implemented by the module that stores files; null without one. */
export const recordFiles = defineService<RecordFiles | null>('core.record-files', () => null)

/** The resources of the composed modules whose records have files. */
const ownersByModules = new WeakMap<readonly Module[], readonly FileOwner[]>()

/** The resources whose records have files. */
export function findFileOwners(modules: readonly Module[]): readonly FileOwner[] {
  let found = ownersByModules.get(modules)
  if (!found) {
    found = [...new Set(modules.flatMap(({ routes = [] }) => routes.flatMap(({ files }) => files ?? [])))]
    ownersByModules.set(modules, found)
  }
  return found
}
