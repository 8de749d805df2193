import { type Sql, sql } from '@plinth/core'
import { inTenant } from '@plinth/core/data'
import { findArchives, isArchived } from '../archive/find-archives.ts'
import type { Chain } from '../trail/chain.ts'
import type { Fault } from '../trail/fault.ts'
import type { TenantRange } from './verify-links.ts'

interface VerifiedCheckpoints {
  readonly checkpoints: number
  readonly faults: readonly Fault[]
}

/** Compares the checkpoints in the database, all or those of a range, with the chain. */
export async function verifyCheckpoints(
  db: Sql,
  chain: Chain,
  { tenantId, after, until }: TenantRange,
): Promise<VerifiedCheckpoints> {
  const { rows } = await sql<{ number: string; at: string; hash: Buffer; signature: Buffer; found: Buffer | null }>`
    select c.number, c.created_at as at, c.hash, c.signature, s.hash as found from plinth.checkpoints c
    left join plinth.seals s using (tenant_id, number) where ${inTenant({ tenantId }, 'c')}
      and c.number > ${after} and c.number <= ${until}
    order by c.number`.execute(db)
  // Read last, so that it includes everything that was archived in the meantime.
  const archived = await findArchives(db, chain, tenantId)
  const faults = rows.flatMap(({ number: text, at, hash, signature, found }): Fault[] => {
    const number = Number(text)
    const shared = { tenantId, number, entryId: null }
    const time = new Date(at).toISOString()
    if (!chain.isSigned({ tenantId, number, hash }, time, signature))
      return [{ ...shared, kind: 'forged', detail: `The checkpoint of ${time} is not signed by this platform` }]
    if (found === null && isArchived(archived, { number, hash })) return []
    if (found === null) return [{ ...shared, kind: 'removed', detail: `The chain ended here at ${time}` }]
    if (!found?.equals(hash)) return [{ ...shared, kind: 'forged', detail: `The chain was different at ${time}` }]
    return []
  })
  return { checkpoints: rows.length, faults }
}
