import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, createQueue, defineService, MIB, PlatformError, type Queue } from '@plinth/core'
import { internalRequests, type RequestFacts } from '@plinth/core/http'
import { LRUCache } from 'lru-cache'
import type { ServedFile } from '../serving/find-file.ts'
import { readWhole } from '../serving/file-cache.ts'
import { BytesInFlight, type NodeAnswer } from '../serving/bytes-in-flight.ts'
import { storage } from '../storage/storage.ts'
import type { RenderedImage } from '../reader/rasterize.ts'
import type { AttachmentsSettings } from '../options.ts'
import { RenderQueue } from './render-queue.ts'
import { renditionName, type Rendition } from '../reader/rendition.ts'
import { findRendition, type NewRendition, keepRendition, MAX_STORED } from './stored-renditions.ts'

/** Maximum size in bytes of an image to decode. */
const MAX_SOURCE = 25 * MIB

/** Bytes of small renditions cached in memory. */
const HOT_BYTES = 32 * 1024 * 1024
/** Maximum size of a rendition cached in memory. */
const HOT_SIZE = 256 * 1024

/** Limit for bytes of larger renditions still being sent to clients; beyond it nothing is rendered. */
const MAX_IN_FLIGHT = 64 * 1024 * 1024

/** Cache of source images read in the last seconds, since several sizes are often requested at once. */
const SOURCES = { maxSize: 16 * 1024 * 1024, ttl: 5_000, ttlAutopurge: true } as const

const DRAWING = 'image/svg+xml'
/**
 * Storing a rendition is delayed while others are being rendered and only a few are waiting to be stored: delay, polling interval
 * (both in milliseconds), and that number.
 */
const [STORE_DELAY, STORE_CHECK, FEW_UNSTORED] = [500, 20, 8]

/**
 * Rate limit per minute and network for anonymous callers: an image costs one point, plus one per tenth of a CPU second; a slow
 * image costs 30 up front. Cached and stored images are free.
 */
const STRANGERS = { name: 'strangers-renditions', points: 300, window: 60, block: 0 } as const
const [POINTS_OF_SECOND, POINTS_OF_LONG] = [10, 30]

interface RenderContext extends Pick<Context, 'inject' | 'widenScope' | 'actAs' | 'log' | 'now' | 'after' | 'actor'> {
  readonly request: Pick<RequestFacts, 'network'>
}

export const renderer = defineService<Renderer>('attachments.renderer')

/** Serves images in the requested size. All requests of a platform share its queue and cache. */
export class Renderer implements AsyncDisposable {
  readonly #hot = new LRUCache<string, RenderedImage>({
    maxSize: HOT_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length + 500,
  })
  readonly #rendering = new Map<string, Promise<RenderedImage>>()
  readonly #sources = new LRUCache<string, Buffer>({ ...SOURCES, sizeCalculation: ({ length }) => length || 1 })
  readonly #reading = new Map<string, Promise<Buffer>>()
  readonly #queue: RenderQueue
  readonly #storing: Queue = createQueue({ concurrency: 2, maxWaiting: 30 })
  readonly #inFlight = new BytesInFlight()
  #unstored = 0

  constructor({ picturesAtOnce, pictureSeconds, pictureMemory, pictureBudget }: AttachmentsSettings) {
    this.#queue = new RenderQueue({
      atOnce: picturesAtOnce,
      seconds: pictureSeconds,
      memory: pictureMemory,
      budget: pictureBudget,
    })
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#queue[Symbol.asyncDispose]()
  }

  /**
   * Returns the rendition from memory or storage, or renders it. Errors: 429 for anonymous callers above the rate limit.
   * Concurrent identical requests share one rendering.
   */
  get(ctx: RenderContext, file: ServedFile, rendition: Rendition): Promise<RenderedImage> | RenderedImage {
    const key = `${file.id} ${renditionName(rendition)}`
    const hot = this.#hot.get(key)
    if (hot) return hot
    const found = this.#rendering.get(key)
    // The rejection was due to another caller's rate limit.
    if (found)
      return found.catch((error: unknown) =>
        isTooMany(error) ? this.get(ctx, file, rendition) : Promise.reject(error as Error),
      )
    const made = this.#make(ctx, file, rendition)
      .then((image) => {
        if (image.bytes.length <= HOT_SIZE) this.#hot.set(key, image)
        return image
      })
      .finally(() => this.#rendering.delete(key))
    this.#rendering.set(key, made)
    return made
  }

  /** Counts the bytes of an image being sent. Cached images are small and not counted. */
  lend({ bytes }: RenderedImage, answer: NodeAnswer | undefined): void {
    if (bytes.length > HOT_SIZE) this.#inFlight.add(bytes.length, answer)
  }

  async #make(ctx: RenderContext, file: ServedFile, rendition: Rendition): Promise<RenderedImage> {
    const stored = await findRendition(ctx, file, rendition)
    if (stored) return stored
    if (this.#inFlight.total > MAX_IN_FLIGHT) throw tooManyOnTheirWay()
    await countStranger(ctx, 1)
    const image = await this.#render(ctx, file, rendition)
    // Renditions waiting to be stored are held in memory, so they must be few and small.
    if (image.bytes.length <= MAX_STORED) this.#keep(ctx, { file, rendition, image })
    return image
  }

  #render(ctx: RenderContext, file: ServedFile, rendition: Rendition): Promise<RenderedImage> {
    const { id, tenantId, mimeType } = file
    return this.#queue.run({
      tenantId,
      // Anonymous requests must not use up the budget of the tenant's own users.
      owner: ctx.actor.kind === 'anonymous' ? `${tenantId} strangers` : tenantId,
      // A drawing takes the same time in any size.
      kin: mimeType === DRAWING ? id : `${id} ${renditionName(rendition)}`,
      mimeType,
      rendition,
      read: () => this.#read(ctx, file),
      admitLong: () => countStranger(ctx, POINTS_OF_LONG),
      onSpent: (cpuSeconds) => this.#countSpent(ctx, cpuSeconds),
    })
  }

  /** Charges the time afterwards: this image is served, the next request is rejected. */
  async #countSpent(ctx: RenderContext, cpuSeconds: number): Promise<void> {
    const points = Math.floor(cpuSeconds * POINTS_OF_SECOND)
    if (points === 0) return
    try {
      await countStranger(ctx, points)
    } catch (error) {
      if (!isTooMany(error)) throw error
    }
  }

  /** Several sizes of one image are often requested at once; its bytes are read only once. */
  #read(ctx: RenderContext, file: ServedFile): Promise<Buffer> | Buffer {
    const found = this.#sources.get(file.id) ?? this.#reading.get(file.id)
    if (found) return found
    const reading = readSource(ctx, file)
      .then((bytes) => {
        this.#sources.set(file.id, bytes)
        return bytes
      })
      .finally(() => this.#reading.delete(file.id))
    this.#reading.set(file.id, reading)
    return reading
  }

  /** Not awaited: a rendition that cannot be stored is simply rendered again. */
  #keep(ctx: RenderContext, rendition: NewRendition): void {
    ctx.after(async (later) => {
      this.#unstored++
      try {
        await this.#storing(() => this.#calm().then(() => keepRendition(later, rendition)), rendition.file.tenantId)
      } catch (error) {
        later.log.warn({ err: error, attachmentId: rendition.file.id }, 'a rendition could not be stored')
      } finally {
        this.#unstored--
      }
    })
  }

  /** Waits briefly while images are being rendered, since storing competes with that for CPU. */
  async #calm(): Promise<void> {
    for (
      let waited = 0;
      waited < STORE_DELAY && this.#rendering.size > 0 && this.#unstored <= FEW_UNSTORED;
      waited += STORE_CHECK
    )
      await sleep(STORE_CHECK)
  }
}

async function countStranger({ actor, inject, request }: RenderContext, points: number): Promise<void> {
  if (actor.kind === 'anonymous') await inject(internalRequests).count(STRANGERS, request.network, points)
}

const tooManyOnTheirWay = () =>
  new PlatformError('too_many', 'Too many large images are being processed', { headers: { 'retry-after': '10' } })

const isTooMany = (error: unknown) => error instanceof PlatformError && error.code === 'too_many'

async function readSource({ inject }: RenderContext, file: ServedFile): Promise<Buffer> {
  if (file.fileSize > MAX_SOURCE) throw new PlatformError('too_large', `An image can have at most ${MAX_SOURCE} bytes`)
  const bytes = await readWhole(inject(storage), file)
  if (!bytes) throw new PlatformError('not_found', 'File not available')
  return bytes
}
