import type { Declared } from '../data/query/row-types.ts'
import type { Access } from './access.ts'
import type { Command, CommandContext } from './command.ts'
import type { Module } from './module.ts'

/** A resource whose records have owners. */
export interface OwnedResource {
  /** The kind of its records in the log: `desk.ticket`. */
  readonly kind: string
  readonly table: string
  readonly entity: Declared<{ id: string; ownerId: string | null }>
  /** Who may change the owner of a record that they may update. */
  readonly access: Access
  /** The check of an undo that gives records back. */
  readonly beforeRevert: Command['beforeRevert']
  /** Called with each record that got another owner. */
  readonly changed: ((ctx: CommandContext, row: Readonly<Record<string, unknown>>) => Promise<void>) | undefined
}

/** The property that holds the owner's id. */
export const OWNER = 'ownerId'

/** The resources of these modules whose records have owners, by kind. */
export const findOwned = (modules: readonly Module[]): readonly OwnedResource[] =>
  modules
    .flatMap(({ routes = [] }) => routes.flatMap(({ owned }) => owned ?? []))
    .toSorted((one, other) => (one.kind < other.kind ? -1 : 1))
