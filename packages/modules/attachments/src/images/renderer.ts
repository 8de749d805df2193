import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, PlatformError } from '@plinth/core'
import { internalRequests, type RequestFacts } from '@plinth/core/http'
import { createQueue, type Queue } from '@plinth/core/security'
import { LRUCache } from 'lru-cache'
import type { ServedFile } from '../serving/find-file.ts'
import { readWhole } from '../serving/hot-files.ts'
import { LentBytes, type NodeAnswer } from '../serving/lent-bytes.ts'
import { storage } from '../storage/storage.ts'
import { EndlessDrawing } from './draw-confined.ts'
import type { RenderedImage } from './rasterize.ts'
import { MAX_SOURCE, render } from './render.ts'
import { renditionName, type Rendition } from './rendition.ts'
import { findRendition, type NewRendition, keepRendition, MAX_STORED } from './stored-renditions.ts'

/** Bytes of small pictures that are kept in memory. */
const HOT_BYTES = 32 * 1024 * 1024
/** Bytes of a picture that is worth it. */
const HOT_SIZE = 256 * 1024

/** Bytes of larger pictures on their way to clients beyond which none is rendered. */
const MAX_LENT = 64 * 1024 * 1024

/** Bytes of pictures that were read a moment ago, and the milliseconds of that moment. */
const SOURCES = { maxSize: 16 * 1024 * 1024, ttl: 5_000, ttlAutopurge: true } as const

const DRAWING = 'image/svg+xml'
/** Drawings of which is remembered that they take too long, and the milliseconds for which that is. */
const ENDLESS = { max: 1_000, ttl: 600_000 } as const

/** Pictures whose bytes are read meanwhile, so that no processor waits for them. */
const AHEAD = 2
/** Milliseconds that a rendition waits to be stored while others are rendered, as long as few wait. */
const [STORE_DELAY, STORE_CHECK, FEW_UNSTORED] = [500, 20, 8]

/** Pictures that strangers of one network may have rendered in a minute. What is in memory or stored is not counted. */
const STRANGERS = { name: 'strangers-renditions', points: 300, window: 60, block: 0 } as const

interface RenderContext extends Pick<Context, 'inject' | 'asSystem' | 'within' | 'log' | 'now' | 'after' | 'actor'> {
  readonly request: Pick<RequestFacts, 'network'>
}

/** Gives pictures in the size that is asked for. All requests of a platform share its queue and its memory. */
export class Renderer {
  readonly #hot = new LRUCache<string, RenderedImage>({
    maxSize: HOT_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length + 500,
  })
  readonly #rendering = new Map<string, Promise<RenderedImage>>()
  readonly #sources = new LRUCache<string, Buffer>({ ...SOURCES, sizeCalculation: ({ length }) => length || 1 })
  readonly #reading = new Map<string, Promise<Buffer>>()
  readonly #queue: Queue
  readonly #processors: Queue
  readonly #storing: Queue = createQueue({ concurrency: 2, maxWaiting: 30 })
  readonly #drawings: Queue = createQueue({ concurrency: 1, maxWaiting: 30 })
  readonly #endless = new LRUCache<string, PlatformError>(ENDLESS)
  readonly #lent = new LentBytes()
  #unstored = 0

  /** `atOnce` pictures are rendered at a time. */
  constructor(atOnce: number) {
    this.#queue = createQueue({ concurrency: atOnce + AHEAD, maxWaiting: 100 })
    this.#processors = createQueue({ concurrency: atOnce, maxWaiting: AHEAD })
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
    await countStranger(ctx)
    const image = await (file.mimeType === DRAWING
      ? this.#draw(ctx, file, rendition)
      : this.#render(ctx, file, rendition))
    // Those that wait to be stored are in memory: few, and none that is large.
    if (image.bytes.length <= MAX_STORED) this.#keep(ctx, { file, rendition, image })
    return image
  }

  #render(ctx: RenderContext, file: ServedFile, rendition: Rendition): Promise<RenderedImage> {
    return this.#queue(async () => {
      const source = await this.#read(ctx, file)
      return this.#processors(() => render(source, rendition))
    }, file.tenantId)
  }

  /** Drawings, which may take long, take no place from pictures. One that took too long is not begun again for a while. */
  #draw(ctx: RenderContext, file: ServedFile, rendition: Rendition): Promise<RenderedImage> {
    return this.#drawings(async () => {
      const refusal = this.#endless.get(file.id)
      if (refusal) throw refusal
      try {
        return await render(await this.#read(ctx, file), rendition)
      } catch (error) {
        if (error instanceof PlatformError && error.cause instanceof EndlessDrawing) this.#endless.set(file.id, error)
        throw error
      }
    }, file.tenantId)
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

async function countStranger({ actor, inject, request }: RenderContext): Promise<void> {
  if (actor.kind === 'anonymous') await inject(internalRequests).count(STRANGERS, request.network)
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
