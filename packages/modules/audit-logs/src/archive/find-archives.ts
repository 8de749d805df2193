import { type Sql, sql } from '@plinth/core'
import { ofTenant } from '../platform-command.ts'
import type { Chain, Link } from '../trail/chain.ts'

/** Part of a chain that has left the database. */
export interface ArchivedPart {
  readonly month: string
  readonly first: number
  readonly last: Link
  /** When its entries were restored to the database; null if they were not. */
  readonly restoredAt: string | null
  readonly isAuthentic: boolean
  /** Changes with every update of the row. */
  readonly version: string
}

/** The text that a row's code authenticates in addition to its last link. */
export const partText = ({ month, first }: { month: string; first: number }) => `archived ${month} ${first}`

/** The archived parts of a tenant's chain, in chain order. */
export async function findArchives(db: Sql, chain: Chain, tenantId: string): Promise<readonly ArchivedPart[]> {
  const { rows } = await sql<{
    month: string
    first: string
    last: string
    hash: Buffer
    code: Buffer
    restored: string | null
    version: string
  }>`
    select month, first, last, hash, code, restored_at as restored, xmin::text as version from plinth.log_archives a
    where ${ofTenant(tenantId, 'a')} order by first`.execute(db)
  return rows.map(({ month, hash, code, restored: restoredAt, version, ...bounds }) => {
    const first = Number(bounds.first)
    const last = { tenantId, number: Number(bounds.last), hash }
    return {
      month,
      first,
      last,
      restoredAt,
      version,
      isAuthentic: chain.isAuthentic(last, partText({ month, first }), code),
    }
  })
}

/**
 * Whether a link was archived with its part, as far as the database can tell: it knows the hash of a part's last link, but of
 * the earlier links only that they are in the file.
 */
export function isArchived(
  parts: readonly ArchivedPart[],
  { number, hash }: { number: number; hash: Buffer },
): boolean {
  const part = parts.find(({ first, last }) => first <= number && number <= last.number)
  return part?.isAuthentic === true && (number < part.last.number || part.last.hash.equals(hash))
}
