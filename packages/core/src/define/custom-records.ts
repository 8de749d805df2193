import type { Declared } from '../data/query/row-types.ts'
import type { Feature } from './access.ts'
import type { Module } from './module.ts'
import type { SharedResource } from './record-shares.ts'

/**
 * Where the records of entities are stored that customers define: all in one table. Each entity is a kind of resource by itself for
 * row policies and field policies: `entities.fleet.vehicle` for `fleet:vehicle`.
 */
export interface CustomRecords {
  /** The kind of all records, in the log and for shares: `entities.record`. */
  readonly kind: string
  readonly entity: Declared<{ id: string }>
  /** The property with the id of a record's entity, of the form `fleet:vehicle`: `entityId`. */
  readonly of: string
  /** What reading records requires. */
  readonly read: readonly Feature[]
  /** How single records are shared, on platforms that store shares. */
  readonly shared: SharedResource
}

/** Where the composed modules store records of custom entities; undefined if they store none. */
export const findCustomRecords = (modules: readonly Module[]): CustomRecords | undefined =>
  modules.find(({ customRecords }) => customRecords)?.customRecords

const moduleOf = ({ kind }: CustomRecords) => kind.split('.')[0]!

/** The kind of the records of one entity: `entities.fleet.vehicle`. */
export const kindOfEntity = (records: CustomRecords, entityId: string): string =>
  `${moduleOf(records)}.${entityId.replace(':', '.')}`

/** The entity whose records a kind is about: `fleet:vehicle`; undefined for any other kind. */
export function entityOfKind(records: CustomRecords | undefined, kind: string): string | undefined {
  const prefix = records && `${moduleOf(records)}.`
  if (prefix === undefined || !kind.startsWith(prefix)) return undefined
  const found = /^([a-z0-9_]+)\.([a-z0-9_]+)$/.exec(kind.slice(prefix.length))
  return found ? `${found[1]}:${found[2]}` : undefined
}
