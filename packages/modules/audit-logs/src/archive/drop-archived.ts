import { sql } from '@plinth/core'
import { platformKeys } from '@plinth/core/security'
import { z } from 'zod'
import { definePlatformCommand } from '../platform-command.ts'
import { createChain } from '../trail/chain.ts'
import { partText } from './find-archives.ts'

/**
 * Records that part of a tenant's chain is archived and removes it from the database, in one transaction. Call it only after
 * reading the file back and verifying it. If any entry has changed since, nothing is removed. Only the platform may run it.
 */
export const dropArchived = definePlatformCommand({
  id: 'audit_logs.archive.drop',
  reason: 'drop what is archived',
  input: z.object({
    tenantId: z.guid(),
    month: z.string(),
    first: z.int(),
    last: z.int(),
    hash: z.string(),
    turns: z.int(),
  }),
  output: z.object({ isDropped: z.boolean() }),
  async run({ input: { tenantId, month, first, last, hash: hex, turns }, inject, now }, db) {
    const hash = Buffer.from(hex, 'hex')
    const { rows } = await sql<{ dropped: boolean }>`
      select plinth.drop_archived(${tenantId}, ${first}, ${last}, ${turns}) as dropped`.execute(db)
    if (!rows[0]?.dropped) return { isDropped: false }
    const code = createChain(inject(platformKeys)).authenticate(
      { tenantId, number: last, hash },
      partText({ month, first }),
    )
    await sql`insert into plinth.log_archives (tenant_id, first, last, hash, month, code, archived_at)
      values (${tenantId}, ${first}, ${last}, ${hash}, ${month}, ${code}, ${now().toISOString()})
      on conflict (tenant_id, first) do update set restored_at = null`.execute(db)
    return { isDropped: true }
  },
})
