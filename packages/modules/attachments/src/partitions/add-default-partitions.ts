import { type Context, defineCommand, Ok, signedIn } from '@plinth/core'
import { z } from 'zod'
import { tags } from '../contract.ts'
import { settings } from '../options.ts'
import { defaultPartitions, findPartition, insertDefaultPartitions, type PartitionReader } from './find-partition.ts'

/** Adds the default partitions to a tenant that is older than this module. New tenants are created with them. */
export const addDefaultPartitions = defineCommand({
  id: 'attachments.partitions.add_defaults',
  label: 'Add default partitions',
  access: signedIn,
  resource: 'attachments.partition',
  undoable: false,
  input: z.object({}),
  output: Ok,
  async run({ db, scope, now, inject, invalidate }) {
    const { readsTexts } = inject(settings)
    await insertDefaultPartitions(db, { tenantId: scope.tenantId, at: now().toISOString(), readsTexts })
    invalidate(tags.partitions(scope.tenantId))
    return { ok: true as const }
  },
})

/** Adds missing default partitions. */
export async function ensureDefaultPartitions(ctx: PartitionReader & Pick<Context, 'run'>): Promise<void> {
  for (const { code } of defaultPartitions)
    if (!(await findPartition(ctx, code))) return void (await ctx.run(addDefaultPartitions, {}))
}
