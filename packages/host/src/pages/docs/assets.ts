import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' } as const
// From `dist` and from the sources.
const FOLDER = ['../assets', '../../../assets']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((folder) => existsSync(join(folder, 'docs.css')))!

/** The files that are served. Nothing else in the folder is accessible. */
const FILES: ReadonlySet<string> = new Set(['docs.css', 'docs.js'])

export interface DocsAssets {
  /** The versioned path to use in pages. It changes when any of the files does, so browsers may cache them forever. */
  readonly path: string
  /** Answers GET and HEAD requests for files below `path`; undefined for any other path. */
  serve(request: Request): Promise<Response | undefined>
}

/** Serves the files of the documentation below `base`, for example `/docs/assets`. */
export function createDocsAssets(base: string): DocsAssets {
  let version: string | undefined
  const pathOf = () => {
    version ??= versionOf([...FILES].map((name) => readFileSync(join(FOLDER, name))))
    return `${base}/${version}`
  }
  const ready = new Map<string, Promise<Asset>>()
  return {
    get path() {
      return pathOf()
    },
    async serve(request) {
      const { pathname } = new URL(request.url)
      if (!pathname.startsWith(`${pathOf()}/`)) return undefined
      const name = pathname.slice(pathOf().length + 1)
      if (!FILES.has(name)) return undefined
      if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
      if (!ready.has(name)) ready.set(name, prepare(join(FOLDER, name)))
      return answer(request, (await ready.get(name)) as Asset)
    },
  }
}

interface Asset {
  readonly file: string
  readonly etag: string
  /** Only the compressed form is kept in memory: it is a third of the size, and all browsers accept it. */
  readonly compressed: Uint8Array<ArrayBuffer>
}

async function prepare(file: string): Promise<Asset> {
  const content = readFileSync(file)
  const compressed = new Uint8Array(await promisify(gzip)(content, { level: 9 }))
  return { file, etag: versionOf([content]), compressed }
}

function answer(request: Request, { file, etag, compressed }: Asset): Response {
  const zipped = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
  const tag = `"${etag}${zipped ? '-gz' : ''}"`
  const headers = new Headers({
    'content-type': TYPES[file.endsWith('.css') ? 'css' : 'js'],
    'cache-control': 'public, max-age=31536000, immutable',
    etag: tag,
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
  })
  const known = request.headers.get('if-none-match')?.split(',') ?? []
  if (known.some((entry) => entry.trim().replace(/^W\//, '') === tag))
    return new Response(null, { status: 304, headers })
  const body = zipped ? compressed : new Uint8Array(readFileSync(file))
  if (zipped) headers.set('content-encoding', 'gzip')
  headers.set('content-length', String(body.byteLength))
  return new Response(request.method === 'HEAD' ? null : body, { headers })
}

function versionOf(contents: readonly Uint8Array[]): string {
  const hash = createHash('sha256')
  for (const content of contents) hash.update(content)
  return hash.digest('hex').slice(0, 16)
}
