import { type Context, defineCommand, Ok, sql } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { settings } from '../options.ts'
import { defaultPartitions, insertDefaultPartitions } from './find-partition.ts'

/** Gives a tenant that is older than this module its default partitions. New tenants are set up with them. */
export const addDefaultPartitions = defineCommand({
  id: 'attachments.partitions.add_defaults',
  label: 'Add default partitions',
  access: features.manage,
  resource: 'attachments.partition',
  undoable: false,
  input: z.object({}),
  output: Ok,
  async run({ db, scope, now, get }) {
    const { readsTexts } = get(settings)
    await insertDefaultPartitions(db, { tenantId: scope.tenantId, at: now().toISOString(), readsTexts })
    return { ok: true as const }
  },
})

/** Adds the default partitions where they are missing. Costs one look where they are not. */
export async function ensureDefaultPartitions(ctx: Pick<Context, 'db' | 'scope' | 'run'>): Promise<void> {
  const codes = defaultPartitions.map(({ code }) => code)
  const { rows } = await sql`select from attachment_partitions p
    where p.tenant_id = ${ctx.scope.tenantId} and p.code = any (${codes})`.execute(ctx.db)
  if (rows.length < codes.length) await ctx.run(addDefaultPartitions, {})
}
