import { type Command, type Context, definePoint } from '@plinth/core'
import { type Access, featuresOf } from '@plinth/core/acl'
import type { CustomRecord, Declared } from '@plinth/core/data'

/** A set of records that are imported like an entity, such as those of a custom entity. */
export interface ImportableRecords {
  /** The name under which their fields are defined: `shop:vehicle`. */
  readonly entityId: string
  readonly title: string
}

/** What a module can import besides what its resources declare: records that consist of custom fields. */
export interface ImportableKind {
  /** The kind of resource in the log: `entities.record`. */
  readonly id: string
  /** The entity that holds the records; its property `entityId` tells to which set a row belongs. */
  readonly entity: Declared<{ id: string; entityId: string }>
  readonly read: Access
  readonly create: Command
  readonly update: Command
  /** The sets that apply where the caller works. */
  readonly list: (ctx: Context) => Promise<readonly ImportableRecords[]>
  /** The input of the create command, or of the update command if there is an id. */
  readonly toInput: (record: {
    readonly entityId: string
    readonly id?: string
    readonly values: CustomRecord
  }) => object
}

/** What can be imported besides resources. */
export const importables = definePoint<ImportableKind>({
  id: 'transfer.importables',
  title: 'Importable kind',
  name: ({ id }) => id,
  features: ({ read, create, update }) => [
    ...featuresOf(read),
    ...featuresOf(create.access),
    ...featuresOf(update.access),
  ],
})
