import { type Context, defineService, MIB } from '@plinth/core'

/** Bytes that a disk flushes almost instantly. */
const FAST_FLUSH = 8 * MIB

/** An object whose last bytes are being flushed. */
interface FlushedObject {
  readonly objectId: string
  readonly fileSize: number
  readonly flushed: Promise<void>
}

/**
 * Runs the command that keeps an object in parallel with its flush: rules are evaluated and rows written meanwhile, and only the
 * commit waits. As this locks the tenant's quota rows for the duration, it is limited to small files and one upload per tenant at
 * a time; all others flush first.
 */
export class Flushes implements AsyncDisposable {
  readonly #pending = new Map<string, Promise<void>>()
  readonly #tenants = new Set<string>()

  /** Does work during the flush of an object, or after it. The work must await `end` before it commits. */
  async beside<T>(
    { scope: { tenantId } }: Pick<Context, 'scope'>,
    { objectId, fileSize, flushed }: FlushedObject,
    work: () => Promise<T>,
  ): Promise<T> {
    if (fileSize > FAST_FLUSH || this.#tenants.has(tenantId)) {
      await flushed
      return work()
    }
    this.#tenants.add(tenantId)
    this.#pending.set(objectId, flushed)
    try {
      return await work()
    } finally {
      this.#pending.delete(objectId)
      this.#tenants.delete(tenantId)
    }
  }

  /** Resolves when the object is flushed, and rejects if the flush fails. */
  async end(objectId: string): Promise<void> {
    await this.#pending.get(objectId)
  }

  /** Waits for flushes in progress. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled(this.#pending.values())
  }
}

export const flushes = defineService<Flushes>('attachments.flushes')
