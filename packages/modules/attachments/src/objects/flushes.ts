import { type Context, defineService, MIB } from '@plinth/core'

/** Bytes that a disk flushes in a moment. */
const FAST_FLUSH = 8 * MIB

/** An object whose last bytes are on their way to the disk. */
interface FlushedObject {
  readonly objectId: string
  readonly fileSize: number
  readonly flushed: Promise<void>
}

/**
 * Lets the command that keeps an object run beside its flush: rules are asked and rows written meanwhile, and nothing but
 * the commit waits. The rows of the tenant's quota are locked for so long, so that one upload of a tenant at a time does
 * it, and small files only: all others flush before.
 */
export class Flushes implements AsyncDisposable {
  readonly #pending = new Map<string, Promise<void>>()
  readonly #tenants = new Set<string>()

  /** Does work while the object is flushed, or after it. The work waits by `end` before it commits. */
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

  /** Resolves when the object is flushed, and rejects as its flush does. */
  async end(objectId: string): Promise<void> {
    await this.#pending.get(objectId)
  }

  /** What is under way comes to its end. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled(this.#pending.values())
  }
}

export const flushes = defineService<Flushes>('attachments.flushes')
