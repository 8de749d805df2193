import { type Sql, sql } from '@plinth/core'
import type { Chain, Link } from './chain.ts'

/** Minutes after which a chain that has grown gets another checkpoint. */
const INTERVAL = 60

/** A checkpoint as written to the host's log: a copy that cannot be changed through the database. */
export interface CheckpointLine {
  readonly tenant: string
  readonly number: number
  readonly hash: string
  readonly at: string
  readonly signature: string
}

/** Signs the ends of chains that have had no checkpoint for an hour, and returns the lines to store elsewhere. */
export async function writeCheckpoints(
  db: Sql,
  chain: Chain,
  { links, at }: { links: readonly Link[]; at: Date },
): Promise<readonly CheckpointLine[]> {
  const since = new Date(at.getTime() - INTERVAL * 60_000).toISOString()
  const { rows } = await sql<{ tenant: string }>`
    select distinct tenant_id as tenant from plinth.checkpoints
    where tenant_id = any (${links.map(({ tenantId }) => tenantId)}::uuid[]) and created_at > ${since}`.execute(db)
  const recent = new Set(rows.map(({ tenant }) => tenant))
  const time = at.toISOString()
  const due = links
    .filter(({ tenantId }) => !recent.has(tenantId))
    .map((link) => ({ ...link, signature: chain.sign(link, time) }))
  if (due.length > 0) {
    await sql`insert into plinth.checkpoints (tenant_id, number, hash, created_at, signature)
      select tenant_id, number, hash, ${time}, signature from unnest(${due.map(({ tenantId }) => tenantId)}::uuid[],
        ${due.map(({ number }) => number)}::bigint[], ${due.map(({ hash }) => hash)}::bytea[],
        ${due.map(({ signature }) => signature)}::bytea[]) d(tenant_id, number, hash, signature)`.execute(db)
  }
  return due.map(({ tenantId, number, hash, signature }) => ({
    tenant: tenantId,
    number,
    hash: hash.toString('hex'),
    at: time,
    signature: signature.toString('base64'),
  }))
}
