import { z } from 'zod'
import { hasProperty, propertyOf, relatedEntity, tableOf } from '../data/query/properties.ts'
import { type Declared, nameOf, type Row } from '../data/query/row-types.ts'
import type { Access } from '../define/access.ts'
import type { Command, CommandContext } from '../define/command.ts'
import type { DeclaredFields, FieldAccess } from '../define/field-policies.ts'
import { OWNER, type OwnedResource } from '../define/owned-records.ts'
import type { SharedResource } from '../define/record-shares.ts'
import { del, post, put, type Route, type RouteSpec } from '../define/route.ts'
import type { RulePoint } from '../define/rule-point.ts'
import { brokenSetup } from '../errors.ts'
import { defaultSelect, withDefaults } from './default-list.ts'
import type { ListSpec, Shown } from './list-spec.ts'
import type { LinesByName } from './lines.ts'
import { list } from './list.ts'
import { namesOf } from './resource-names.ts'
import { type ResourceRules, toRulePoint } from './resource-rules.ts'
import { withArticle } from './indefinite-article.ts'
import type { WriteSpec } from './write-spec.ts'
import type { StateMachine } from '../define/state-machine.ts'
import type { ActionsSpec } from './action-spec.ts'
import { defineActions } from './record-actions.ts'
import type { FileOwner } from '../define/file-owner.ts'
import { fileOwnerOf, fileRoutes, revertingFiles } from './resource-files.ts'
import { listingShared, shareRoutes } from './resource-shares.ts'
import { takingSeveral } from './several.ts'
import { checkSummed } from './summed-currencies.ts'
import { type AnyStatesSpec, type StatesSpec, toStateMachine } from './states.ts'
import { checkOwned, ownerFields, type OwnerFields } from './owners.ts'
import { type Creates, defineWrites, type Deletes, type Updates } from './resource-commands.ts'

/** Options of a route besides its command. */
type Words = Pick<RouteSpec, 'summary' | 'errors' | 'onInvalid' | 'onUnreadable' | 'scope' | 'writesScope'>

interface OwnCommands {
  readonly create?: Command
  readonly update?: Command
  readonly delete?: Command
}

/** The default operations on an entity; each can be replaced. */
export interface ResourceSpec<
  T extends object,
  F extends z.ZodRawShape,
  S extends ListSpec<T>['select'],
  Q extends z.ZodRawShape,
  R extends OwnCommands,
  P extends Ruled<T, F> | undefined,
  K extends keyof Row<T> & string,
  X,
  A,
  L extends LinesByName,
  O extends boolean = boolean,
  N extends string = string,
> extends WriteSpec<T, F> {
  readonly access: { readonly read: Access; readonly write: Access }
  /**
   * How the list differs from the default, or your own route in its place, for example for rows that are not read from the entity's
   * table; that route declares its own access. By default, the list shows the id, the properties of `input`, sums, the state, the
   * owner and both times; with `select: 'all'`, every property but the tenant, the organization and custom fields; neither those that are
   * `hidden()` or `lazy()` nor those whose schema in `input` is `writeOnly`. Unless `select` names properties, it sorts by short texts,
   * enums, numbers and times that it shows, filters by these except texts, and by relations, ids and booleans, and searches
   * in short texts of `input`; if it has `resolve` or `parameters`, by none. The order is that of the first, if it is a text. Reads are
   * logged under the resource's `kind`.
   */
  readonly list?: (Omit<ListSpec<T, S, Q>, 'access' | 'select'> & { readonly select?: S | 'all' }) | Route
  /**
   * Rows that are created, changed, ordered and deleted with their parent, by property: `{ items: lines(OrderItem, …) }`. What is
   * sent is the whole set; without the property, the lines stay as they are. The list returns them with `expand=items`.
   */
  readonly lines?: L
  /** Commands that replace the default ones. */
  readonly replace?: R
  /**
   * Lets customers' rules check and change what the commands write: `{ settable: ['title'] }`. Conditions can read what the list
   * selects, except computed columns. If commands are replaced, pass the rule point that they use.
   */
  readonly rules?: P
  /**
   * The states of its records: `create` begins with `initial`, and only transitions lead from one to another. The list shows and
   * filters them.
   */
  readonly states?: StatesSpec<T, K, X>
  /**
   * What single properties require, besides `access`: `{ cost: { read: features.seeCosts } }`. Names are properties of the entity or
   * of the list, parameters of the list, lines (`items`) and their properties (`items.cost`).
   */
  readonly fields?: Readonly<Record<string, FieldAccess>>
  /** What else people can do with a record, by name. */
  readonly actions?: ActionsSpec<T, A> & { readonly [Each in N]: unknown }
  /**
   * Whether records have files: uploaded below the path of the resource, deleted and restored with their record, and open to those
   * who may read the record. Requires a module that stores them, such as `@plinth/attachments`. If `delete` is replaced, the command
   * calls `deleteFilesOf`. Default: false.
   */
  readonly files?: boolean
  /**
   * Whether records have an owner, in the property `ownerId` of the entity (`p.uuid().nullable()`): by default who creates the
   * record, shown by the list, which filters and sorts by it, and changed like other properties. Commands of your own that create
   * records set it themselves. Default: false.
   */
  readonly owned?: O
  /**
   * Whether records can be shared with users, teams and roles, beside what row policies permit: by routes below the path, for those who
   * may update the record. The list has the parameter `shared=me`. Requires a module that stores shares, `@plinth/auth`. Default: false.
   */
  readonly shared?: boolean
  /**
   * Options of the routes, or a route with a handler, which runs the command, in place of the default one. False for none: people
   * cannot do it, but other commands can run the command.
   */
  readonly routes?: {
    readonly create?: Words | Route | false
    readonly update?: Words | Route | false
    readonly delete?: Words | Route | false
  }
}

type Ruled<T, F extends z.ZodRawShape> = ResourceRules<keyof F & keyof Row<T> & string> | RulePoint

type Chosen<R extends OwnCommands, K extends keyof OwnCommands, D> = R[K] extends Command ? R[K] : D

/** The operations of a resource. */
export interface Resource<
  C,
  U,
  D,
  P = undefined,
  N extends string = never,
  M extends StateMachine | undefined = StateMachine | undefined,
> {
  readonly list: Route
  readonly create: C
  readonly update: U
  readonly delete: D
  readonly commands: readonly Command[]
  /** Its entity, and those of its lines. */
  readonly entities: readonly Declared[]
  /** For further commands on the entity, `rules: tickets.rules.update`; undefined if the resource has no rules. */
  readonly rules: P
  /** The commands of its actions and transitions, by name. */
  readonly actions: Readonly<Record<N, Command>>
  /** Undefined if it has no states. */
  readonly states: M
  /** For commands of your own that delete records: `deleteFilesOf(ctx, orders.files, ids)`. Undefined if its records have no files. */
  readonly files: FileOwner | undefined
  /** `GET`, `POST`, `PUT` and `DELETE` of the path, unless `routes` leaves them out, and a `POST` below it for each action, and those of files. */
  readonly routes: readonly Route[]
}

/**
 * Declares the default operations on an entity: a list, and commands that create, update and delete, with their routes.
 * Properties of the input that are relations of the entity are looked up: ids that are not visible to the caller are rejected.
 * `replace` substitutes custom commands for some of them.
 *
 * @example
 * const tickets = resource('/tickets', Ticket, {
 *   access: { read: features.view, write: features.manage },
 *   input: input(Ticket, ['title', 'dueAt']),
 *   rules: { settable: ['dueAt'] },
 * })
 */
export function resource<
  T extends object,
  F extends z.ZodRawShape,
  const S extends ListSpec<T>['select'],
  Q extends z.ZodRawShape = {},
  const R extends OwnCommands = {},
  const P extends Ruled<T, F> | undefined = undefined,
  const K extends keyof Row<T> & string = never,
  X = {},
  A = {},
  const L extends LinesByName = {},
  const O extends boolean = false,
  const N extends string = never,
>(
  path: string,
  entity: Declared<T>,
  given: ResourceSpec<T, F, S, Q, R, P, K, X, A, L, O, N>,
): Resource<
  Chosen<R, 'create', Creates<F & OwnerFields<O>, L>>,
  Chosen<R, 'update', Updates<F & OwnerFields<O>, L>>,
  Chosen<R, 'delete', Deletes>,
  P extends undefined ? undefined : RulePoint,
  (keyof X & string) | N,
  [K] extends [never] ? undefined : StateMachine
> {
  if (given.owned) checkOwned(path, entity)
  const spec = given.owned
    ? { ...given, input: given.input.extend(ownerFields) as unknown as typeof given.input }
    : given
  const { replace = {} as R, rules, lines, fields } = spec
  if (lines) checkLines(path, entity, { lines, input: spec.input })
  const named = namesOf(path, entity, spec)
  const states = spec.states as AnyStatesSpec | undefined
  const machine = states && toStateMachine(states, { ...named, path, entity, input: spec.input })
  const shown = [...(machine ? [machine.property] : []), ...(spec.owned ? [OWNER] : [])]
  const ownList = toList(path, entity, { list: (spec.list ?? {}) as never, input: spec.input, lines, shown })
  const sorted = spec.owned && !isRoute(ownList) ? { ...ownList, sort: sortedByOwner(ownList.sort) } : ownList
  const listing =
    spec.shared && !isRoute(sorted) ? (listingShared(sorted as never, named.kind) as typeof sorted) : sorted
  const point = rules && toRulePoint(rules, { ...named, path, entity, replace, list: listing, ...(lines && { lines }) })
  const owner = spec.files ? fileOwnerOf(entity, { ...named, access: spec.access }) : undefined
  const shared = spec.shared ? toShared(entity, { ...named, access: spec.access.write }) : undefined
  const writes = owner ? { ...spec, beforeRevert: revertingFiles(spec.beforeRevert, owner) } : spec
  const names = { ...named, point, machine, owner, isOwned: spec.owned === true, shared }
  const made = defineWrites(entity, writes, names)
  const create: Command = replace.create ?? made.create
  const update: Command = replace.update ?? made.update
  const remove: Command = replace.delete ?? made.delete
  const { kind } = names
  const called = withArticle(names.title.toLowerCase())
  const lists = isRoute(listing)
    ? at(listing, { method: 'GET', path })
    : list(path, entity, {
        reads: kind,
        ...listing,
        ...(lines && { lines }),
        access: spec.access.read,
      } as ListSpec<T, S, Q>)
  const declared = fields && toDeclared(path, entity, { kind, fields, input: spec.input, lists, lines })
  const owned = spec.owned && toOwned(entity, writes as never, kind)
  const listed =
    machine || declared || owned || shared
      ? Object.freeze({
          ...lists,
          ...(machine && { states: machine }),
          ...(declared && { fields: declared }),
          ...(owned && { owned }),
          ...(shared && { shared }),
        })
      : lists
  const words = (options: Words, summary: string, errors: readonly number[]) => {
    const { onInvalid, errors: more = [], ...rest } = options
    const all = [...errors, ...more, ...(onInvalid ? [400] : [])]
    return { summary, ...rest, errors: [...new Set(all)], ...(onInvalid && { onInvalid }) }
  }
  const { create: creating = {}, update: updating = {}, delete: deleting = {} } = spec.routes ?? {}
  const acting = defineActions({
    path,
    entity,
    spec: writes as never,
    names,
    actions: (spec.actions ?? {}) as never,
    states,
  })
  const routes = [
    listed,
    creating &&
      (isRoute(creating)
        ? at(creating, { method: 'POST', path })
        : post(path, create, { ...words(creating, `Create ${called}.`, []), status: 201 })),
    updating &&
      (isRoute(updating)
        ? at(updating, { method: 'PUT', path })
        : put(path, update, words(updating, `Update ${called}.`, [404]))),
    deleting &&
      (isRoute(deleting)
        ? at(deleting, { method: 'DELETE', path })
        : takingSeveral(del(path, remove, words(deleting, `Delete ${called}.`, [404])), entity)),
    ...acting.routes,
    ...(owner ? fileRoutes(path, owner) : []),
    ...(shared ? shareRoutes(path, shared) : []),
  ]
  return Object.freeze({
    list: listed,
    create,
    update,
    delete: remove,
    commands: [create, update, remove, ...Object.values(acting.commands)],
    entities: [...new Set([entity, ...Object.values(lines ?? {}).map((one) => one.entity)])],
    rules: point,
    actions: acting.commands,
    states: machine,
    files: owner,
    routes: routes.filter((route) => route !== false),
  }) as never
}

interface ListedResource {
  readonly list: (Omit<ListSpec<object>, 'access' | 'select'> & { readonly select?: Shown<object> | 'all' }) | Route
  readonly input: z.ZodObject
  readonly lines: LinesByName | undefined
  readonly shown: readonly string[]
}

function toList(path: string, entity: Declared, { list: given, input, lines, shown }: ListedResource) {
  if (isRoute(given)) return given
  const { select } = given
  if (typeof select === 'object') return showing({ ...given, select }, shown, path)
  const names = defaultSelect(entity, { input, lines, shown, isAll: select === 'all' }, given.expand) as never[]
  return showing(withDefaults(entity, { ...given, select: names }, input), shown, path)
}

/** A list that shows these properties of each row, and filters by them. */
function showing<L extends { readonly select: z.ZodObject | readonly string[]; readonly filter?: readonly string[] }>(
  listing: L,
  properties: readonly string[],
  path: string,
): L {
  if (properties.length === 0) return listing
  const { select, filter = [] } = listing
  const missing = select instanceof z.ZodObject && properties.find((property) => !(property in select.shape))
  if (missing) throw brokenSetup(`The list ${path} must show '${missing}' of its rows: add it to \`select\``)
  const added = (names: readonly string[]) => [...new Set([...names, ...properties])]
  return { ...listing, select: select instanceof z.ZodObject ? select : added(select), filter: added(filter) }
}

type Sorts = readonly string[] | Readonly<Record<string, string>> | undefined

const sortedByOwner = (sort: Sorts = []) =>
  (Array.isArray(sort) ? [...new Set([...sort, OWNER])] : { ...sort, [OWNER]: OWNER }) as never

function toOwned(entity: Declared, spec: WriteSpec<object, z.ZodRawShape>, kind: string): OwnedResource {
  const { access, beforeRevert, onWritten } = spec
  return Object.freeze({
    kind,
    table: tableOf(entity),
    entity: entity as OwnedResource['entity'],
    access: access.write,
    beforeRevert,
    changed:
      onWritten && (async (ctx: CommandContext, row: object) => void (await onWritten(ctx, row as never, 'updated'))),
  })
}

const toShared = (entity: Declared, named: Pick<SharedResource, 'kind' | 'title' | 'access'>): SharedResource =>
  Object.freeze({
    kind: named.kind,
    title: named.title,
    access: named.access,
    table: tableOf(entity),
    entity: entity as SharedResource['entity'],
  })

interface DeclaredLines {
  readonly lines: LinesByName
  readonly input: z.ZodObject
}

function checkLines(path: string, entity: Declared, { lines, input }: DeclaredLines): void {
  const summed = new Map<string, string>()
  for (const [name, { sums, parent, entity: line }] of Object.entries(lines)) {
    const what = `The resource ${path}`
    if (hasProperty(entity, name) || Object.hasOwn(input.shape, name))
      throw brokenSetup(`${what} has lines under the name '${name}', which is a property of '${nameOf(entity)}'`)
    if (relatedEntity(line, parent) && relatedEntity(line, parent) !== entity)
      throw brokenSetup(`${what} has lines whose '${parent}' refers to another entity`)
    for (const sum of Object.keys(sums)) {
      propertyOf(entity, sum, `${what}, in the sums of its ${name},`)
      if (Object.hasOwn(input.shape, sum)) throw brokenSetup(`${what} takes '${sum}', which is a sum of its ${name}`)
      const other = summed.get(sum)
      if (other !== undefined) throw brokenSetup(`${what} sums '${sum}' of its ${other} and of its ${name}`)
      summed.set(sum, name)
    }
    checkSummed(entity, { entity: line, parent, sums }, `${what}, in its ${name},`)
  }
}

interface FieldDeclaration {
  readonly kind: string
  readonly fields: Readonly<Record<string, FieldAccess>>
  readonly input: z.ZodObject
  readonly lists: Route
  readonly lines: LinesByName | undefined
}

function toDeclared(path: string, entity: Declared, declared: FieldDeclaration): DeclaredFields {
  const { kind, fields, input, lists, lines = {} } = declared
  const { response, query } = lists.spec
  const shown = response instanceof z.ZodObject ? (response.shape as { readonly items?: z.ZodType }).items : undefined
  const row = shown instanceof z.ZodArray ? shown.element : response
  const shapes = [input, row, query].flatMap((schema) =>
    schema instanceof z.ZodObject ? [schema.shape as object] : [],
  )
  const isKnown = (name: string) => {
    const [first = '', member] = name.split('.')
    if (member !== undefined) return Object.hasOwn(lines, first) && hasProperty(lines[first]!.entity, member)
    return hasProperty(entity, name) || Object.hasOwn(lines, name) || shapes.some((shape) => Object.hasOwn(shape, name))
  }
  const unknown = Object.keys(fields).filter((name) => !isKnown(name))
  if (unknown.length > 0) throw brokenSetup(`The resource ${path} has no field '${unknown.join("', '")}'`)
  return Object.freeze({ kind, properties: fields })
}

const isRoute = (given: object): given is Route => 'spec' in given

/** Returns the given route. Throws unless it has the method and path of the resource's own route. */
function at(route: Route, { method, path }: Pick<Route, 'method' | 'path'>): Route {
  if (route.method === method && route.path === path) return route
  throw brokenSetup(`The resource ${path} has the route ${route.method} ${route.path} instead of ${method} ${path}`)
}
