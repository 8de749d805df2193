import type { Declared } from '../data/row.ts'
import type { Command } from '../define/command.ts'
import type { Access } from '../define/feature.ts'
import { del, post, put, type Route, type RouteSpec } from '../define/route.ts'
import { list, type ListSpec } from './list.ts'
import { type Creates, defineWrites, type Deletes, type Fields, type Updates, type WriteSpec } from './writes.ts'

/** What a route says beyond its command. */
type Words = Pick<RouteSpec, 'summary' | 'onInvalid'>

interface Replaced {
  readonly create?: Command
  readonly update?: Command
  readonly delete?: Command
}

/** The usual operations on an entity; each can be said otherwise. */
export interface ResourceSpec<
  T extends object,
  F extends Fields,
  S extends ListSpec<T>['select'],
  Q extends Fields,
  R extends Replaced,
> extends WriteSpec<T, F> {
  readonly access: { readonly read: Access; readonly write: Access }
  /** Default: reads of the list are noted under the resource's `kind`. */
  readonly list: Omit<ListSpec<T, S, Q>, 'access'>
  /** Commands in the place of the usual ones. */
  readonly replace?: R
  readonly routes?: { readonly create?: Words; readonly update?: Words; readonly delete?: Words }
}

type Chosen<R extends Replaced, K extends keyof Replaced, D> = R[K] extends Command ? R[K] : D

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
  F extends Fields,
  const S extends ListSpec<T>['select'],
  Q extends Fields = {},
  const R extends Replaced = {},
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
    post(path, create, { ...words('create', `Create a ${title}.`, []), status: 201 }),
    put(path, update, words('update', `Change what is given of a ${title}.`, [404])),
    del(path, remove, words('delete', `Delete a ${title}.`, [404])),
  ]
  const commands = [create, update, remove]
  return Object.freeze({ list: listed, create, update, delete: remove, commands, routes }) as never
}
