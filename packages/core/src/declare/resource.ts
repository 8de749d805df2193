import { z } from 'zod'
import type { Declared, Row } from '../data/query/row-types.ts'
import type { Access } from '../define/access.ts'
import type { Command } from '../define/command.ts'
import { del, post, put, type Route, type RouteSpec } from '../define/route.ts'
import type { RulePoint } from '../define/rule-point.ts'
import { brokenSetup } from '../errors.ts'
import type { ListSpec } from './list-spec.ts'
import { list } from './list.ts'
import { namesOf } from './resource-names.ts'
import { type ResourceRules, toRulePoint } from './resource-rules.ts'
import { withArticle } from './words.ts'
import type { WriteSpec } from './write-spec.ts'
import { type Creates, defineWrites, type Deletes, type Updates } from './writes.ts'

/** Options of a route besides its command. */
type Words = Pick<RouteSpec, 'summary' | 'onInvalid' | 'onUnreadable' | 'scope' | 'writesTenant'>

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
> extends WriteSpec<T, F> {
  readonly access: { readonly read: Access; readonly write: Access }
  /**
   * The list, or your own route in its place, for example for rows that are not read from the entity's table; that route
   * declares its own access. By default, reads of the list are logged under the resource's `kind`.
   */
  readonly list: Omit<ListSpec<T, S, Q>, 'access'> | Route
  /** Commands that replace the default ones. */
  readonly replace?: R
  /**
   * Lets customers' rules check and change what the commands write: `{ settable: ['title'] }`. Conditions can read what the list
   * selects, except computed columns. If commands are replaced, pass the rule point that they use.
   */
  readonly rules?: P
  /** Options of the routes, or a route with a handler, which runs the command, in place of the default one. */
  readonly routes?: {
    readonly create?: Words | Route
    readonly update?: Words | Route
    readonly delete?: Words | Route
  }
}

type Ruled<T, F extends z.ZodRawShape> = ResourceRules<keyof F & keyof Row<T> & string> | RulePoint

type Chosen<R extends OwnCommands, K extends keyof OwnCommands, D> = R[K] extends Command ? R[K] : D

/** The operations of a resource. */
export interface Resource<C, U, D, P = undefined> {
  readonly list: Route
  readonly create: C
  readonly update: U
  readonly delete: D
  readonly commands: readonly Command[]
  /** For further commands on the entity, `rules: tickets.rules.update`; undefined if the resource has no rules. */
  readonly rules: P
  /** `GET`, `POST`, `PUT` and `DELETE` of the path. */
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
 *   list: { select: ['id', 'title', 'dueAt'], sort: ['title', 'dueAt'] },
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
>(
  path: string,
  entity: Declared<T>,
  spec: ResourceSpec<T, F, S, Q, R, P>,
): Resource<
  Chosen<R, 'create', Creates<F>>,
  Chosen<R, 'update', Updates<F>>,
  Chosen<R, 'delete', Deletes>,
  P extends undefined ? undefined : RulePoint
> {
  const { replace = {} as R, list: listing, rules } = spec
  const names = namesOf(path, entity, spec)
  const point = rules && toRulePoint(rules, { ...names, path, entity, replace, list: listing })
  const made = defineWrites(entity, spec, { ...names, point })
  const create: Command = replace.create ?? made.create
  const update: Command = replace.update ?? made.update
  const remove: Command = replace.delete ?? made.delete
  const { kind } = names
  const called = withArticle(names.title.toLowerCase())
  const listed = isRoute(listing)
    ? at(listing, { method: 'GET', path })
    : list(path, entity, { reads: kind, ...listing, access: spec.access.read } as ListSpec<T, S, Q>)
  const words = (options: Words, summary: string, errors: readonly number[]) => {
    const { onInvalid, ...rest } = options
    return { summary, ...rest, errors: onInvalid ? [400, ...errors] : errors, ...(onInvalid && { onInvalid }) }
  }
  const { create: creating = {}, update: updating = {}, delete: deleting = {} } = spec.routes ?? {}
  const routes = [
    listed,
    isRoute(creating)
      ? at(creating, { method: 'POST', path })
      : post(path, create, { ...words(creating, `Create ${called}.`, []), status: 201 }),
    isRoute(updating)
      ? at(updating, { method: 'PUT', path })
      : put(path, update, words(updating, `Update ${called}.`, [404])),
    isRoute(deleting)
      ? at(deleting, { method: 'DELETE', path })
      : del(path, remove, words(deleting, `Delete ${called}.`, [404])),
  ]
  const commands = [create, update, remove]
  return Object.freeze({ list: listed, create, update, delete: remove, commands, rules: point, routes }) as never
}

const isRoute = (given: object): given is Route => 'spec' in given

/** Returns the given route. Throws unless it has the method and path of the resource's own route. */
function at(route: Route, { method, path }: Pick<Route, 'method' | 'path'>): Route {
  if (route.method === method && route.path === path) return route
  throw brokenSetup(`The resource ${path} has the route ${route.method} ${route.path} instead of ${method} ${path}`)
}
