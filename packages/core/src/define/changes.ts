import { defineService } from './service.ts'

/** Says when what is cached under a tag has changed, whichever host changed it. */
export interface Changes {
  /**
   * Turns at once, and then after every invalidation of the tag; those that come while a turn is busy make one. Turns
   * without any, too, because invalidations can get lost; a turn is true when it is known that there was one. Ends with the
   * signal. Throws 429 when the owner or the tenant has too many.
   */
  of(tag: string, options: WatchOptions): AsyncIterable<boolean>
}

export interface WatchOptions {
  /** Whom the watch is counted for: an actor's id, and their tenant. */
  readonly owner: string
  readonly tenantId: string
  readonly signal: AbortSignal
  /** Milliseconds after which it turns anyway. Default: 30,000. */
  readonly every?: number
}

/** `get(changes)`: what streams wait with. */
export const changes = defineService<Changes>('core.changes')
