import { defineEntity, p } from '@mikro-orm/core'
import { z } from 'zod'
import { TenantScoped } from '../data/query/base-entities.ts'
import type { Declared } from '../data/query/row-types.ts'
import type { Access } from './access.ts'
import type { CommandContext } from './command.ts'
import type { Context } from './context.ts'
import type { Module } from './module.ts'
import { defineService } from './service.ts'

/** A resource whose records can be shared. */
export interface SharedResource {
  /** The kind of its records in the log: `desk.ticket`. */
  readonly kind: string
  /** The name of a record in error messages: `Ticket`. */
  readonly title: string
  readonly table: string
  readonly entity: Declared<{ id: string }>
  /** Who may share a record that row policies let them update. */
  readonly access: Access
}

/** A record of such a resource. */
export interface SharedRecord {
  readonly resource: SharedResource
  readonly id: string
}

/** With whom a record is shared. */
const Subject = z.enum(['user', 'team', 'role'])

/** What somebody may do with a record that is shared with them. */
const ShareAccess = z.enum(['read', 'edit'])

/** With whom a record is to be shared, and until when. */
export const NewShare = z.object({
  with: Subject,
  subjectId: z.uuid().toLowerCase().meta({ description: 'The id of the user, team or role.' }),
  access: ShareAccess.default('read'),
  until: z.iso.datetime({ offset: true }).nullish().meta({ description: 'Null for no end.' }),
})

/** That a record is shared. */
export const Share = z.object({
  id: z.uuid(),
  with: Subject,
  subjectId: z.uuid(),
  name: z.string().nullable().meta({ description: 'The email of the user, or the name of the team or role.' }),
  access: ShareAccess,
  until: z.string().nullable(),
  createdAt: z.string(),
})

/**
 * That a record is shared with a user, a team or a role, beside what row policies permit. The module that stores them has it among its
 * entities; functions of the database read its table.
 */
export const RecordShare = defineEntity({
  name: 'RecordShare',
  tableName: 'record_shares',
  extends: TenantScoped,
  properties: {
    kind: p.text(),
    recordId: p.uuid(),
    subjectKind: p.text().$type<z.output<typeof Subject>>(),
    subjectId: p.uuid(),
    mayEdit: p.boolean(),
    /** By the clock of the database; null for no end. */
    expiresAt: p.datetime().nullable(),
  },
})

/** Stores with whom records are shared, for resources with `shared: true`. */
export interface RecordShares {
  /** One page of those with whom a record is shared, newest first, and their number. Throws as `add` does. */
  list(
    ctx: Context,
    record: SharedRecord,
    page: { page: number; pageSize: number },
  ): Promise<readonly [z.input<typeof Share>[], number]>
  /**
   * Shares a record, or changes how it is shared. Throws 404 if the caller may not read the record, and 403 if they may not update it
   * themselves, as opposed to by a share.
   */
  add(ctx: Context, record: SharedRecord, share: z.output<typeof NewShare>): Promise<{ id: string }>
  /** Ends a share. Throws as `add` does, and 404 if there is none. */
  end(ctx: Context, record: SharedRecord, shareId: string): Promise<void>
  /** Ends all shares of records that the same command deletes. */
  endAll(ctx: CommandContext, resource: SharedResource, ids: readonly string[]): Promise<void>
}

/** Implemented by the module that stores shares; null without one. */
export const recordShares = defineService<RecordShares | null>('core.record-shares', () => null)

/** The resources of these modules whose records can be shared. Those of custom entities can if one of the modules stores shares. */
export function findShared(modules: readonly Module[]): readonly SharedResource[] {
  const isStored = modules.some(({ entities = [] }) => entities.some((entity) => entity === (RecordShare as unknown)))
  return modules.flatMap(({ routes = [], customRecords }) => [
    ...routes.flatMap(({ shared }) => shared ?? []),
    ...(customRecords && isStored ? [customRecords.shared] : []),
  ])
}
