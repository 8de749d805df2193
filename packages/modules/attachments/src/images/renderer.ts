import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, defineService, MIB, PlatformError } from '@plinth/core'
import { internalRequests, type RequestFacts } from '@plinth/core/http'
import { createQueue, type Queue } from '@plinth/core/security'
import { LRUCache } from 'lru-cache'
import type { ServedFile } from '../serving/find-file.ts'
import { readWhole } from '../serving/hot-files.ts'
import { LentBytes, type NodeAnswer } from '../serving/lent-bytes.ts'
import { storage } from '../storage/storage.ts'
import type { RenderedImage } from './rasterize.ts'
import { RenderQueue, type RenderQueueOptions } from './render-queue.ts'
import { renditionName, type Rendition } from './rendition.ts'
import { findRendition, type NewRendition, keepRendition, MAX_STORED } from './stored-renditions.ts'

/** Bytes of a picture that is decoded. */
const MAX_SOURCE = 25 * MIB

/** Bytes of small pictures that are kept in memory. */
const HOT_BYTES = 32 * 1024 * 1024
/** Bytes of a picture that is worth it. */
const HOT_SIZE = 256 * 1024

/** Bytes of larger pictures on their way to clients beyond which none is rendered. */
const MAX_LENT = 64 * 1024 * 1024

/** Bytes of pictures that were read a moment ago, and the milliseconds of that moment. */
const SOURCES = { maxSize: 16 * 1024 * 1024, ttl: 5_000, ttlAutopurge: true } as const

const DRAWING = 'image/svg+xml'
/** Milliseconds that a rendition waits to be stored while others are rendered, as long as few wait. */
const [STORE_DELAY, STORE_CHECK, FEW_UNSTORED] = [500, 20, 8]

/**
 * What strangers of one network may have rendered in a minute: a picture takes a point, another one for each tenth of a
 * second, and one that takes long 30 before it begins. What is in memory or stored is not counted.
 */
const STRANGERS = { name: 'strangers-renditions', points: 300, window: 60, block: 0 } as const
const [POINTS_OF_SECOND, POINTS_OF_LONG] = [10, 30]

interface RenderContext extends Pick<Context, 'inject' | 'asSystem' | 'within' | 'log' | 'now' | 'after' | 'actor'> {
  readonly request: Pick<RequestFacts, 'network'>
}

export const renderer = defineService<Renderer>('attachments.renderer')

/** Gives pictures in the size that is asked for. All requests of a platform share its queue and its memory. */
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
  readonly #lent = new LentBytes()
  #unstored = 0

  constructor(options: RenderQueueOptions) {
    this.#queue = new RenderQueue(options)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#queue[Symbol.asyncDispose]()
  }

  /**
   * From memory, else from storage, else rendered: 429 for strangers who have had too many. Equal requests at the same
   * time share one rendering.
   */
  get(ctx: RenderContext, file: ServedFile, rendition: Rendition): Promise<RenderedImage> | RenderedImage {
    const key = `${file.id} ${renditionName(rendition)}`
    const hot = this.#hot.get(key)
    if (hot) return hot
    const found = this.#rendering.get(key)
    // The refusal was another caller's limit.
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

  /** Counts a picture that is sent: of those in memory for the next request there are few bytes. */
  lend({ bytes }: RenderedImage, answer: NodeAnswer | undefined): void {
    if (bytes.length > HOT_SIZE) this.#lent.lend(bytes.length, answer)
  }

  async #make(ctx: RenderContext, file: ServedFile, rendition: Rendition): Promise<RenderedImage> {
    const stored = await findRendition(ctx, file, rendition)
    if (stored) return stored
    if (this.#lent.total > MAX_LENT) throw tooManyOnTheirWay()
    await countStranger(ctx, 1)
    const image = await this.#render(ctx, file, rendition)
    // Those that wait to be stored are in memory: few, and none that is large.
    if (image.bytes.length <= MAX_STORED) this.#keep(ctx, { file, rendition, image })
    return image
  }

  #render(ctx: RenderContext, file: ServedFile, rendition: Rendition): Promise<RenderedImage> {
    const { id, tenantId, mimeType } = file
    return this.#queue.run({
      tenantId,
      // What strangers have rendered takes nothing from the tenant's own people.
      owner: ctx.actor.kind === 'anonymous' ? `${tenantId} strangers` : tenantId,
      // A drawing takes as long in any size.
      kin: mimeType === DRAWING ? id : `${id} ${renditionName(rendition)}`,
      mimeType,
      rendition,
      read: () => this.#read(ctx, file),
      admitLong: () => countStranger(ctx, POINTS_OF_LONG),
      onSpent: (cpuSeconds) => this.#countSpent(ctx, cpuSeconds),
    })
  }

  /** The picture is there: the next one is refused. */
  async #countSpent(ctx: RenderContext, cpuSeconds: number): Promise<void> {
    const points = Math.floor(cpuSeconds * POINTS_OF_SECOND)
    if (points === 0) return
    try {
      await countStranger(ctx, points)
    } catch (error) {
      if (!isTooMany(error)) throw error
    }
  }

  /** Several sizes of one picture are often asked for within a moment: its bytes are read once. */
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

  /** Not awaited: what cannot be stored is rendered again. */
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

  /** Storing takes the processor from those who wait for a picture. */
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
  new PlatformError('too_many', 'Too many large pictures are on their way', { headers: { 'retry-after': '10' } })

const isTooMany = (error: unknown) => error instanceof PlatformError && error.code === 'too_many'

async function readSource({ inject }: RenderContext, file: ServedFile): Promise<Buffer> {
  if (file.fileSize > MAX_SOURCE) throw new PlatformError('too_large', `A picture may have ${MAX_SOURCE} bytes at most`)
  const bytes = await readWhole(inject(storage), file)
  if (!bytes) throw new PlatformError('not_found', 'File not available')
  return bytes
}
