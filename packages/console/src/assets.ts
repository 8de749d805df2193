import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** The files of the console. */
export interface Assets {
  /** The names of the files that a page begins with. */
  readonly entry: Entry
  /** Undefined if there is no such file. */
  serve(request: Request, name: string, compress: boolean): Response | undefined
}

interface Entry {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  readonly fonts: readonly string[]
}

/** A file with its compressed forms. */
interface Asset {
  readonly type: string
  readonly plain: Uint8Array<ArrayBuffer>
  readonly br: Uint8Array<ArrayBuffer> | undefined
  readonly gzip: Uint8Array<ArrayBuffer> | undefined
}

/** Files by name, and those that a page begins with. */
export interface Client extends Entry {
  readonly files: ReadonlyMap<string, Uint8Array>
}

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

/** Compressed already. */
const isFont = (name: string) => name.endsWith('.woff2')

/** Loads the prebuilt files; in the repository, where nothing is built, bundles the sources. */
export async function loadAssets(extra: Readonly<Record<string, { readonly text: string }>>): Promise<Assets> {
  const isSource = import.meta.url.endsWith('.ts')
  const [client, assets] = isSource ? await fromSources() : await fromFolder(new URL('./client/', import.meta.url))
  for (const [name, { text }] of Object.entries(extra))
    assets.set(name, await compressed(name, Buffer.from(text), FAST))
  return {
    entry: { scripts: client.scripts, styles: client.styles, fonts: client.fonts },
    serve: (request, name, compress) => serve(assets.get(name), request, compress),
  }
}

type Loaded = readonly [Entry, Map<string, Asset>]

let bundled: Promise<Loaded> | undefined

/** Bundles once for all handlers of a process. */
function fromSources(): Promise<Loaded> {
  return (bundled ??= (async () => {
    // Imported by URL, so that no build includes it.
    const { href } = new URL('../bundle/bundle-client.ts', import.meta.url)
    const { bundleClient } = (await import(href)) as { bundleClient: () => Promise<Client> }
    const client = await bundleClient()
    const entries = [...client.files].map(async ([name, bytes]) => [name, await compressed(name, bytes, FAST)] as const)
    return [client, new Map(await Promise.all(entries))] as const
  })())
}

/** Reads what `scripts/build-console.ts` has written: each file but fonts with `.br` and `.gz` beside it. */
async function fromFolder(folder: URL): Promise<Loaded> {
  const names = await readdir(folder)
  const read = async (name: string) => new Uint8Array(await readFile(new URL(name, folder)))
  const entry = JSON.parse(await readFile(new URL('entry.json', folder), 'utf8')) as Entry
  const plain = names.filter((name) => !/\.(br|gz|json)$/.test(name))
  const assets = plain.map(async (name): Promise<[string, Asset]> => {
    const forms = isFont(name) ? [name] : [name, `${name}.br`, `${name}.gz`]
    const [bytes, br, gzip] = await Promise.all(forms.map(read))
    return [name, { type: typeOf(name), plain: bytes!, br, gzip }]
  })
  return [entry, new Map(await Promise.all(assets))]
}

const FAST = 5

/** Compresses a file; `quality` is that of brotli, up to 11. */
export async function compressed(name: string, bytes: Uint8Array, quality: number): Promise<Asset> {
  if (isFont(name)) return { type: typeOf(name), plain: new Uint8Array(bytes), br: undefined, gzip: undefined }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    promisify(gzip)(bytes, { level: Math.min(quality, 9) }),
  ])
  return { type: typeOf(name), plain: new Uint8Array(bytes), br: new Uint8Array(br), gzip: new Uint8Array(gz) }
}

const typeOf = (name: string) => TYPES[name.split('.').at(-1)!] ?? 'application/octet-stream'

function serve(asset: Asset | undefined, request: Request, compress: boolean): Response | undefined {
  if (!asset) return undefined
  const accepted = new Set(
    (request.headers.get('accept-encoding') ?? '')
      .split(',')
      .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
      .map((one) => one.split(';')[0]!.trim().toLowerCase()),
  )
  const encoding = (['br', 'gzip'] as const).find((one) => compress && accepted.has(one) && asset[one])
  const body = encoding ? asset[encoding]! : asset.plain
  return new Response(request.method === 'HEAD' ? null : body, {
    headers: {
      'content-type': asset.type,
      'content-length': String(body.byteLength),
      ...(encoding && { 'content-encoding': encoding }),
      vary: 'accept-encoding',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      // Of a script that runs as a worker: it may load its parts, and reach nothing else.
      'content-security-policy': "default-src 'none'; script-src 'self'",
    },
  })
}
