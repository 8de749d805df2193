import { type Context, defineService } from '@plinth/core'
import { LRUCache } from 'lru-cache'
import { type ObjectAddress, storage } from '../storage/storage.ts'
import { newKey } from './addresses.ts'
import { announceObjects } from './announce-objects.ts'

/** An object that was announced and has no bytes yet. */
export interface AnnouncedObject {
  readonly objectId: string
  readonly address: ObjectAddress
}

/** Minutes for which an announced object may wait for a file. The sweep leaves it for so much longer than an upload may take. */
export const SPARE_MINUTES = 5
/** Objects that are announced in one transaction, and pools that a host has. */
const [MAX_ANNOUNCED, MAX_POOLS] = [16, 1000]

/** What a host has announced for one partition of one organization. */
interface Pool {
  spares: AnnouncedObject[]
  /** When those were announced. */
  announcedAt: number
  /** Files that have come one soon after the other. */
  files: number
  waiting: number
  announcing: Promise<void> | undefined
}

/**
 * Objects that this host has announced for files to come, so that hardly any upload waits for that. Where many files come,
 * many are announced at once; no more than have come, so that few are announced in vain.
 */
export class SpareObjects implements AsyncDisposable {
  readonly #pools = new LRUCache<string, Pool>({ max: MAX_POOLS })

  /** An object for one upload alone. */
  async take(ctx: Context, partition: string): Promise<AnnouncedObject> {
    const pool = this.#poolOf(ctx, partition)
    pool.waiting++
    try {
      for (;;) {
        const spare = takeFresh(pool, ctx)
        if (spare) return spare
        if (pool.announcing) {
          // The request that announces for all gets its failure; the others try it themselves.
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

  /** Forgets a pool of which one is gone: whoever goes back to an older state of the database loses all of them. */
  forget(ctx: Context, partition: string): void {
    this.#pools.delete(poolName(ctx, partition))
  }

  /** What is left has no bytes; the sweep removes it. */
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

export const spareObjects = defineService<SpareObjects>('attachments.spare-objects')

const poolName = ({ scope }: Context, partition: string) => `${scope.tenantId} ${scope.organizationId} ${partition}`

function takeFresh(pool: Pool, { now }: Context): AnnouncedObject | undefined {
  if (now().getTime() - pool.announcedAt > SPARE_MINUTES * 60_000) Object.assign(pool, { spares: [], files: 0 })
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
