import { type Context, defineService } from '@plinth/core'
import { LRUCache } from 'lru-cache'
import { type ObjectAddress, storage } from '../storage/storage.ts'
import { newKey } from './addresses.ts'
import { announceObjects } from './announce-objects.ts'

/** An announced object without bytes. */
export interface AnnouncedObject {
  readonly objectId: string
  readonly address: ObjectAddress
}

/** Minutes for which an announced object may wait for a file. The sweep waits this much longer than an upload may take. */
export const ANNOUNCED_MINUTES = 5
/** Maximum objects announced per transaction, and maximum pools per host. */
const [MAX_ANNOUNCED, MAX_POOLS] = [16, 1000]

/** The objects a host has announced for one partition of one organization. */
interface Pool {
  spares: AnnouncedObject[]
  /** When they were announced. */
  announcedAt: number
  /** Number of files received in quick succession. */
  files: number
  waiting: number
  announcing: Promise<void> | undefined
}

/**
 * Objects announced in advance, so that most uploads need not wait for an announcement. Their number follows the recent upload
 * rate and never exceeds the number of files already received, so that few are announced in vain.
 */
export class AnnouncedObjects implements AsyncDisposable {
  readonly #pools = new LRUCache<string, Pool>({ max: MAX_POOLS })

  /** Takes an object for a single upload. */
  async take(ctx: Context, partition: string): Promise<AnnouncedObject> {
    const pool = this.#poolOf(ctx, partition)
    pool.waiting++
    try {
      for (;;) {
        const spare = takeFresh(pool, ctx)
        if (spare) return spare
        if (pool.announcing) {
          // The request that announces for all reports its own failure; the others retry.
          await pool.announcing.catch(() => {})
        } else {
          pool.announcing = announceMore(ctx, { pool, partition }).finally(() => (pool.announcing = undefined))
          await pool.announcing
        }
      }
    } finally {
      pool.waiting--
    }
  }

  /** Drops a pool in which an object is missing: restoring the database to an older state loses all of them. */
  forget(ctx: Context, partition: string): void {
    this.#pools.delete(poolName(ctx, partition))
  }

  /** Unused objects have no bytes; the sweep removes their rows. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#pools.clear()
  }

  #poolOf(ctx: Context, partition: string): Pool {
    const name = poolName(ctx, partition)
    const existing = this.#pools.get(name)
    if (existing) return existing
    const pool = { spares: [], announcedAt: 0, files: 0, waiting: 0, announcing: undefined }
    this.#pools.set(name, pool)
    return pool
  }
}

export const announcedObjects = defineService<AnnouncedObjects>('attachments.announced-objects')

const poolName = ({ scope }: Context, partition: string) => `${scope.tenantId} ${scope.organizationId} ${partition}`

function takeFresh(pool: Pool, { now }: Context): AnnouncedObject | undefined {
  if (now().getTime() - pool.announcedAt > ANNOUNCED_MINUTES * 60_000) Object.assign(pool, { spares: [], files: 0 })
  const spare = pool.spares.pop()
  if (spare) pool.files++
  return spare
}

async function announceMore(ctx: Context, { pool, partition }: { pool: Pool; partition: string }): Promise<void> {
  const announcedAt = ctx.now().getTime()
  const length = Math.min(Math.max(pool.files, pool.waiting), MAX_ANNOUNCED)
  const objects = Array.from({ length }, () => ({ id: crypto.randomUUID(), key: newKey(ctx) }))
  await ctx.run(announceObjects, { driver: ctx.inject(storage).driver, partition, objects })
  const spares = objects.map(({ id, key }) => ({ objectId: id, address: { partition, key } }))
  Object.assign(pool, { spares, announcedAt })
}
