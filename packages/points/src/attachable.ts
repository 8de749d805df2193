import { type CommandContext, composition, definePoint } from '@plinth/core'
import { type Access, featuresOf } from '@plinth/core/acl'
import type { Declared } from '@plinth/core/data'

/** An entity whose records can have attachments. */
export interface AttachableEntity {
  /** The name in uploads: `<module>:<entity>`. Aliases of its rule point are accepted as well. */
  readonly id: string
  readonly entity: Declared<{ id: string }>
  /** Access required in addition to the features of attachments: to read the files of a record, and to add or remove them. */
  readonly access: { readonly read: Access; readonly write: Access }
}

/** Entities whose records can have attachments. A file is visible to everyone who can see its record. */
export const attachables = definePoint<AttachableEntity>({
  id: 'attachments.entities',
  title: 'Attachable entity',
  name: ({ id }) => id,
  features: ({ access }) => [...featuresOf(access.read), ...featuresOf(access.write)],
  check: ({ id }, { module }) =>
    id.startsWith(`${module.id}:`) ? undefined : `must have an id that begins with '${module.id}:'`,
})

/** Cleanup that runs when records are deleted. */
export interface RecordDeletion {
  readonly id: string
  /** Runs in the command that deletes the records, before they are deleted. */
  readonly run: (
    ctx: CommandContext,
    records: { readonly entityId: string; readonly ids: readonly string[] },
  ) => Promise<void>
}

/** Cleanups that modules run when records of other modules are deleted. */
export const recordDeletions = definePoint<RecordDeletion>({
  id: 'attachments.record-deletions',
  title: 'Record deletion',
  name: ({ id }) => id,
})

/**
 * Deletes what other modules keep for records that are about to be deleted, such as their attachments. Call it in the command
 * that deletes the records; undoing the command restores everything. Does nothing if no composed module keeps anything.
 */
export async function deleteFilesOf(
  ctx: CommandContext,
  { id }: Pick<AttachableEntity, 'id'>,
  ids: readonly string[],
): Promise<void> {
  for (const { value } of recordDeletions.from(ctx.inject(composition).modules))
    await value.run(ctx, { entityId: id, ids })
}
