import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createPlatform } from '@plinth/core'
import { build } from 'esbuild'
import { host } from '../../examples/host/plinth.config.ts'
import { readDocument } from '../../packages/host/src/pages/docs/api-document.ts'
import { imageFile } from '../../packages/host/src/pages/docs/guides.ts'
import { modules } from '../../test/architecture/_modules.ts'
import { type Files, findBrokenLinks } from './check-links.ts'
import { toModelTexts } from './llms.ts'
import { renderPages } from './pages.ts'
import { toSearchScript } from './search-index.ts'
import { readGuides, type SiteGuide } from './texts.ts'
import { filesOfAll, filesOfNewest, versionsIn } from './versions.ts'
import { fileOf } from './addresses.ts'

export interface SiteOptions {
  /** May hold earlier versions, which are kept. */
  readonly folder: string
  readonly version: string
  /** Where the site will be published, for the sitemap and the page of what is missing. */
  readonly address?: string | undefined
  /** The address of the repository, for links to its files. */
  readonly repository?: string | undefined
}

export interface Site {
  readonly pages: number
  readonly bytes: number
  readonly versions: readonly string[]
}

/**
 * Writes the documentation of this version into a folder of its own below `folder`.
 *
 * @throws if a link leads nowhere, before anything is written
 */
export async function buildSite({ folder, version, address, repository }: SiteOptions): Promise<Site> {
  const { files, llms } = await filesOf(version, repository && `${repository}/blob/v${version}`)
  const pages = [...files.keys()].filter((name) => name.endsWith('.html'))
  rmSync(join(folder, version), { recursive: true, force: true })
  write(join(folder, version), files)
  const versions = versionsIn(folder)
  write(folder, filesOfAll(versions))
  const root = address?.replace(/\/?$/, '/')
  if (versions[0] === version) write(folder, filesOfNewest({ version, pages, address: root, llms }))
  const bytes = [...files.values()].reduce((sum, content) => sum + Buffer.byteLength(content), 0)
  return { pages: pages.length, bytes, versions }
}

async function filesOf(version: string, source: string | undefined): Promise<{ files: Files; llms: string }> {
  const [guides, openapi, script] = await Promise.all([readGuides(), openapiDocument(), bundleScript()])
  const content = { version, guides, document: readDocument(openapi), source }
  const { pages, broken } = renderPages(content)
  const texts = toModelTexts(content)
  const files = new Map<string, string | Uint8Array>([
    ...pages,
    ...imagesOf(guides),
    ...texts,
    ['openapi.json', JSON.stringify(openapi)],
    ['search.js', toSearchScript(content)],
    ['pages.js', `globalThis.plinthPages = ${JSON.stringify([...pages.keys()])}\n`],
    ['assets/site.js', script],
    ['assets/site.css', ['packages/host/assets/docs.css', 'scripts/site/site.css'].map(read).join('\n')],
  ])
  const dead = [...broken, ...findBrokenLinks(new Map([...files, ['../versions.js', '']]))]
  if (dead.length > 0) throw new Error(`Links that lead nowhere:\n${dead.join('\n')}`)
  return { files, llms: texts.get('llms.txt')! }
}

/** Of all modules with their usual options, as in the types of `@plinth/client`. */
async function openapiDocument(): Promise<object> {
  const platform = await createPlatform({
    modules: Object.values(modules),
    secret: 'a secret of at least 32 characters',
    // Nothing connects before `start`.
    database: { url: 'postgres://nobody@localhost:1/none' },
    info: host.info!,
  })
  const document = platform.document()
  await platform.close()
  return document
}

const imagesOf = (guides: readonly SiteGuide[]) =>
  guides.flatMap(({ guide, text }) =>
    text.images.flatMap((source) => {
      const file = imageFile(guide, text, source)
      return file ? [[fileOf(`${guide.href}/${source}`), new Uint8Array(readFileSync(file))] as const] : []
    }),
  )

/** One classic script: browsers load no modules from files. */
async function bundleScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['scripts/site/browser.ts'],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: ['chrome123', 'firefox121', 'safari17.5'],
    // All that the lists need of the core.
    alias: { '@plinth/core/http': './packages/core/src/http/html.ts' },
    logLevel: 'error',
  })
  return outputFiles[0]!.text
}

const read = (path: string) => readFileSync(path, 'utf8')

function write(folder: string, files: Files): void {
  for (const [name, content] of files) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
}
