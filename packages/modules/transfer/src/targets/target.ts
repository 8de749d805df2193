import type { EntitySchema } from '@mikro-orm/core'
import { type Caller, type Command, composition, type Context, type Module, type Route } from '@plinth/core'
import { type Access, hasAccess } from '@plinth/core/acl'
import { type CustomRecord, type Declared, extensionOf, type RawBuilder, type SqlBool } from '@plinth/core/data'
import { type ImportableKind, importables } from '@plinth/points'
import { z } from 'zod'

/** Records that cells can name. */
export interface RecordKind {
  /** The kind of resource in the log, `catalog.product`, or the id of a custom entity, `shop:vehicle`. */
  readonly id: string
  readonly entity: Declared
  /** The access of reading its rows. */
  readonly read: Access
  /** Undefined for kinds that cannot be imported. */
  readonly create?: Command
  /** The schemas of what the commands take of a row, without custom fields. */
  readonly shapes: { readonly create: z.ZodRawShape; readonly update: z.ZodRawShape }
  /** The name under which customers define fields of its rows. */
  readonly extension: string | undefined
  /** For custom entities: the value of `entityId` of its rows. */
  readonly recordsOf?: string
  /** Properties by which rows are found instead of by a field: addresses in lower case. */
  readonly keys?: Readonly<Record<string, string>>
  /** Which rows `r` the caller may find, of those in their scope. Default: all. */
  readonly isVisible?: (caller: Caller) => RawBuilder<SqlBool>
}

/** What can be imported: an entity, and commands that create and update its rows. */
export interface Target extends RecordKind {
  readonly title: string
  readonly create: Command
  readonly update: Command
  /** The input of a command, and the custom values that it gets besides. */
  toCall(row: TargetRow): { readonly input: object; readonly custom: CustomRecord }
}

/** Values of a row; with an id, of one that exists. */
export interface TargetRow {
  readonly id?: string | undefined
  readonly fields: Readonly<Record<string, unknown>>
  readonly custom: CustomRecord
}

const known = new WeakMap<readonly Module[], readonly Target[]>()

/** What the resources of all modules can import: each path with a list, and with commands behind `POST` and `PUT`. */
export function resourceTargets({ inject }: Pick<Context, 'inject'>): readonly Target[] {
  const { modules } = inject(composition)
  let targets = known.get(modules)
  if (!targets) {
    const routes = modules.flatMap((module) => module.routes ?? [])
    targets = routes.flatMap((route) => toTarget(route, routes) ?? [])
    known.set(modules, targets)
  }
  return targets
}

/** What other modules can import besides. */
export const importableKinds = ({ inject }: Pick<Context, 'inject'>): readonly ImportableKind[] =>
  importables.from(inject(composition).modules).map(({ value }) => value)

/** Everything that can be imported where the caller works, by id. */
export async function targetsOf(ctx: Context): Promise<ReadonlyMap<string, Target>> {
  const kinds = await Promise.all(
    importableKinds(ctx).map(async (kind) => (await kind.list(ctx)).map((records) => toRecords(kind, records))),
  )
  return new Map([...kinds.flat(), ...resourceTargets(ctx)].map((target) => [target.id, target]))
}

function toTarget(list: Route, routes: readonly Route[]): Target | undefined {
  if (list.method !== 'GET') return undefined
  const commandOf = (method: Route['method']) =>
    routes.find((route) => route.method === method && route.path === list.path)?.command
  const [create, update] = [commandOf('POST'), commandOf('PUT')]
  const id = create?.resource
  const entity = list.lists?.entity ?? update?.entity ?? create?.entity
  if (id === undefined || !entity || !isImportable(create) || !isImportable(update)) return undefined
  const shapes = { create: create.input.shape, update: update.input.shape }
  if (!('id' in shapes.update) || update.resource !== id) return undefined
  const [, name = id] = id.split('.')
  const title = name.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase())
  const toCall = ({ id: of, fields, custom }: TargetRow) => ({
    input: { ...fields, ...(of !== undefined && { id: of }) },
    custom,
  })
  const extension = extensionOf(entity)?.entityId
  return { id, title, entity, read: list.spec.access, create, update, shapes, extension, toCall }
}

const isImportable = (command: Command | undefined): command is Command<z.ZodObject> =>
  command?.isUndoable === true && command.input instanceof z.ZodObject

function toRecords(kind: ImportableKind, { entityId, title }: { entityId: string; title: string }): Target {
  const { entity, read, create, update, toInput } = kind
  return {
    id: entityId,
    title,
    entity,
    read,
    create,
    update,
    shapes: { create: {}, update: {} },
    extension: entityId,
    recordsOf: entityId,
    toCall: ({ id, custom: values }) => ({
      input: toInput({ entityId, ...(id !== undefined && { id }), values }),
      custom: {},
    }),
  }
}

/** Whether the caller may write anything of a target. */
export const isWritable = ({ actor }: Pick<Context, 'actor'>, { create, update }: Target): boolean =>
  hasAccess(actor, create.access) || hasAccess(actor, update.access)

/** Whether the caller may read the rows of a kind, for example to find them by a key. */
export const isReadable = ({ actor }: Pick<Context, 'actor'>, { read }: RecordKind): boolean => hasAccess(actor, read)

/** The name of the table of an entity. */
export const tableOf = (entity: Declared): string => (entity as unknown as EntitySchema).meta.tableName
