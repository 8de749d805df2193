import { z } from 'zod'
import type { Constraints } from '../data/database-errors.ts'
import { type Declared, relatedEntity } from '../data/properties.ts'
import { type Access, featuresOf } from '../define/access.ts'
import { type Command, type CommandContext, defineCommand, type Target } from '../define/command.ts'
import { del, Id, Ok, post, put, type Route, type RouteSpec } from '../define/route.ts'
import { badInput, brokenSetup, notFound } from '../errors.ts'
import { list, type ListSpec } from './list.ts'
import { partial } from './schemas.ts'

/** What a route says beyond its command. */
type Words = Pick<RouteSpec, 'summary' | 'onInvalid'>

interface OwnCommands {
  readonly create?: Command
  readonly update?: Command
  readonly delete?: Command
}

/** The usual operations on an entity; each can be said otherwise. */
export interface ResourceSpec<
  T extends object,
  F extends z.ZodRawShape,
  S extends ListSpec<T>['select'],
  Q extends z.ZodRawShape,
  R extends OwnCommands,
> extends WriteSpec<T, F> {
  readonly access: { readonly read: Access; readonly write: Access }
  /** Default: reads of the list are noted under the resource's `kind`. */
  readonly list: Omit<ListSpec<T, S, Q>, 'access'>
  /** Commands in the place of the usual ones. */
  readonly replace?: R
  readonly routes?: { readonly create?: Words; readonly update?: Words; readonly delete?: Words }
}

type Chosen<R extends OwnCommands, K extends keyof OwnCommands, D> = R[K] extends Command ? R[K] : D

/** The operations of a resource as values. */
export interface Resource<C, U, D> {
  readonly list: Route
  readonly create: C
  readonly update: U
  readonly delete: D
  readonly commands: readonly Command[]
  /** `GET`, `POST`, `PUT` and `DELETE` of the path. */
  readonly routes: readonly Route[]
}

/**
 * Declares the usual five operations on an entity: a list, and commands that create, update and delete, with their routes.
 * Members of the input that are relations of the entity are looked up: an id that the caller does not see is refused.
 * `replace` puts commands of one's own in the place of some.
 *
 * @example
 * const tickets = resource('/tickets', Ticket, {
 *   access: { read: features.view, write: features.manage },
 *   input: input(Ticket, ['title', 'dueAt']),
 *   list: { select: ['id', 'title', 'dueAt'], sort: ['title', 'dueAt'] },
 * })
 */
export function resource<
  T extends object,
  F extends z.ZodRawShape,
  const S extends ListSpec<T>['select'],
  Q extends z.ZodRawShape = {},
  const R extends OwnCommands = {},
>(
  path: string,
  entity: Declared<T>,
  spec: ResourceSpec<T, F, S, Q, R>,
): Resource<Chosen<R, 'create', Creates<F>>, Chosen<R, 'update', Updates<F>>, Chosen<R, 'delete', Deletes>> {
  const made = defineWrites(path, entity, spec)
  const { replace = {} as R } = spec
  const create: Command = replace.create ?? made.create
  const update: Command = replace.update ?? made.update
  const remove: Command = replace.delete ?? made.delete
  const { title, kind } = made
  const listed = list(path, entity, { reads: kind, ...spec.list, access: spec.access.read } as ListSpec<T, S, Q>)
  const words = (verb: keyof NonNullable<typeof spec.routes>, summary: string, errors: readonly number[]) => {
    const { onInvalid, ...rest } = spec.routes?.[verb] ?? {}
    return { summary, ...rest, errors: onInvalid ? [400, ...errors] : errors, ...(onInvalid && { onInvalid }) }
  }
  const routes = [
    listed,
    post(path, create, { ...words('create', `Create ${withArticle(title)}.`, []), status: 201 }),
    put(path, update, words('update', `Change what is given of ${withArticle(title)}.`, [404])),
    del(path, remove, words('delete', `Delete ${withArticle(title)}.`, [404])),
  ]
  const commands = [create, update, remove]
  return Object.freeze({ list: listed, create, update, delete: remove, commands, routes }) as never
}

type PartialFields<F extends z.ZodRawShape> = { [K in keyof F]: z.ZodOptional<F[K]> } & {
  id: z.ZodType<string, string>
}
type One = z.ZodObject<{ id: z.ZodType<string, string> }>
export type Creates<F extends z.ZodRawShape> = Command<z.ZodObject<F>, typeof Id>
export type Updates<F extends z.ZodRawShape> = Command<z.ZodObject<PartialFields<F>>, typeof Ok>
export type Deletes = Command<One, typeof Ok>

/** What happened to a row. */
export type Written = 'created' | 'updated' | 'deleted'

/** How an entity is written. */
export interface WriteSpec<T extends object, F extends z.ZodRawShape> {
  /** Before the verb in ids of commands: `tickets.tickets`. Default: made of the module of `write` and the path. */
  readonly id?: string
  /** As in the log: `tickets.ticket`. Default: made of the module and the entity's name. */
  readonly kind?: string
  /** As people call one: `Ticket`. Default: the entity's name. */
  readonly title?: string
  /** As refusals call one. Default: `title`. */
  readonly missing?: string
  readonly access: { readonly write: Access }
  /** What callers may say; updates take any part of it. */
  readonly input: z.ZodObject<F>
  /** Members of the input that never change after the creation. */
  readonly fixed?: readonly (keyof F & string)[]
  readonly constraints?: Constraints
  /** What a row stands below in the log, by its fields. */
  readonly parent?: (fields: z.output<z.ZodObject<F>>) => Target['parent']
  /** Checks what is about to be written, and returns what follows from it. `row` is the row as it was; null at creation. */
  readonly complete?: (
    ctx: CommandContext,
    write: { readonly fields: Partial<z.output<z.ZodObject<F>>>; readonly row: T | null },
  ) => Promise<Partial<T> | void> | Partial<T> | void
  /** Called with what was written, before the commit, and awaited: for events and invalidations. */
  readonly onWritten?: (ctx: CommandContext, row: T, what: Written) => unknown
}

/** The three commands of a resource, each as an author would write it. */
function defineWrites<T extends object, F extends z.ZodRawShape>(
  path: string,
  entity: Declared<T>,
  spec: WriteSpec<T, F>,
) {
  const { access, input, fixed = [], constraints, parent, complete, onWritten } = spec
  const [feature] = featuresOf(access.write)
  const module = feature?.id.split('.')[0]
  if (module === undefined && (spec.id === undefined || spec.kind === undefined))
    throw brokenSetup(`The resource ${path} needs an \`id\` and a \`kind\`, as no feature says whose it is`)
  const { id = `${module}.${path.split('/').at(-1)!.replaceAll('-', '_')}`, kind = `${module}.${toSnake(entity)}` } =
    spec
  const title = spec.title ?? toWords(entity)
  const failHandler = () => notFound(spec.missing ?? title)
  const shared: Pick<Command, 'access' | 'resource' | 'entity' | 'constraints'> = {
    access: access.write,
    resource: kind,
    entity,
    ...(constraints && { constraints }),
  }
  const name = title.toLowerCase()
  const find = (em: CommandContext['em'], id: string) =>
    em.findOneOrFail(entity as never, { id: id } as never, { failHandler }) as Promise<T>

  const create: Creates<F> = defineCommand<z.ZodObject<F>, typeof Id>({
    ...shared,
    id: `${id}.create`,
    label: `Create ${name}`,
    input,
    output: Id,
    ...(parent && { target: (done) => ({ id: done.result.id, parent: parent(done.input as never)! }) }),
    async run(ctx) {
      const fields = ctx.input as z.output<z.ZodObject<F>>
      await assertRelated(ctx, { entity, fields, row: null })
      const more = await complete?.(ctx, { fields, row: null })
      const row = ctx.em.create(entity as never, { ...fields, ...more } as never) as T & { readonly id: string }
      if (onWritten) {
        await ctx.em.flush()
        await onWritten(ctx, row, 'created')
      }
      return { id: row.id }
    },
  })
  const one = { id: z.uuid().toLowerCase() }
  const changes = partial(input.omit(Object.fromEntries(fixed.map((member) => [member, true])) as never))
  const update = defineCommand({
    ...shared,
    id: `${id}.update`,
    label: `Update ${name}`,
    input: changes.extend(one) as unknown as z.ZodObject<PartialFields<F>>,
    output: Ok,
    async run(ctx) {
      const { id: rowId, ...said } = ctx.input as Record<string, unknown> & { readonly id: string }
      const row = await find(ctx.em, rowId)
      const fields = withoutAbsent(said)
      await assertRelated(ctx, { entity, fields, row })
      const more = await complete?.(ctx, { fields: fields as never, row })
      ctx.em.assign(row as never, { ...fields, ...more } as never)
      if (onWritten) {
        await ctx.em.flush()
        await onWritten(ctx, row, 'updated')
      }
      return { ok: true as const }
    },
  })
  const remove = defineCommand({
    ...shared,
    id: `${id}.delete`,
    label: `Delete ${name}`,
    input: z.object(one),
    output: Ok,
    async run(ctx) {
      const row = await find(ctx.em, ctx.input.id)
      ctx.em.remove(row)
      if (onWritten) {
        await ctx.em.flush()
        await onWritten(ctx, row, 'deleted')
      }
      return { ok: true as const }
    },
  })
  return { create, update, delete: remove, title: name, kind }
}

interface RelatingWrite {
  readonly entity: Declared
  readonly fields: Readonly<Record<string, unknown>>
  /** The row as it was. */
  readonly row: object | null
}

/**
 * Refuses ids of relations of which the caller sees no row, whether there is none or it is somebody else's. What the row
 * refers to already may stay. Nothing is locked here: the foreign key locks the rows against deletion when the write
 * comes, and a lock of ours would make all children of a row wait for each other.
 */
async function assertRelated({ db, from }: CommandContext, { entity, fields, row }: RelatingWrite): Promise<void> {
  const unknown: [string, Declared][] = []
  for (const [name, id] of Object.entries(fields)) {
    const target = relatedEntity(entity, name)
    if (!target || typeof id !== 'string' || keyOf(row, name) === id) continue
    const related = db.selectFrom(from.table(target, 'related')).select('related.id').where('related.id', '=', id)
    if (!(await related.executeTakeFirst())) unknown.push([name, target])
  }
  const [first] = unknown
  if (!first) return
  const fieldErrors = Object.fromEntries(unknown.map(([name]) => [name, 'Not found']))
  throw badInput(`${toWords(first[1])} not found`, { fieldErrors })
}

/** The id that a relation of a loaded row holds. */
function keyOf(row: object | null, relation: string): unknown {
  const value = (row as Readonly<Record<string, unknown>> | null)?.[relation]
  return typeof value === 'object' && value !== null ? (value as { readonly id?: unknown }).id : value
}

/** `an asset`, `a user`, `an hour`: by how the word sounds. */
const withArticle = (title: string) => `${VOWEL.test(title) ? 'an' : 'a'} ${title}`
const VOWEL = /^(?!eu|one\b|once\b|uni(?!n|m)|use|usu|uti|ub?iq)[aeiou]|^(hour|hono|heir)/

/** Absent members keep their value (decision 6). */
const withoutAbsent = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

const nameWords = ({ name = 'Row' }: Declared) => name.split(/(?<=[a-z0-9])(?=[A-Z])/)
const toSnake = (entity: Declared) => nameWords(entity).join('_').toLowerCase()
const toWords = (entity: Declared) =>
  nameWords(entity)
    .map((word, index) => (index === 0 ? word : word.toLowerCase()))
    .join(' ')
