import { existsSync, globSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineModule, type Module, open } from '@plinth/core'
import { definePage, pages } from '@plinth/points'
import { docs } from '../../examples/host/docs.ts'
import { type Guide, guidesOf, type GuideText, linkFrom, readGuide } from '../../packages/host/src/pages/docs/guides.ts'
import { packages } from '../packages.ts'
import { readReport } from './report.ts'

const ROOT = new URL('../../', import.meta.url)

const page = (name: string, title: string, path: string) =>
  definePage({ name, title, access: open, text: new URL(path, ROOT) })

const project = defineModule({
  id: 'project',
  title: 'Project',
  contributes: [
    pages.of(
      page('README', 'Plinth', 'README.md'),
      page('changelog', 'Changelog', 'CHANGELOG.md'),
      page('contributing', 'Contributing', 'CONTRIBUTING.md'),
      page('security', 'Security policy', 'SECURITY.md'),
    ),
  ],
})

const readmes = defineModule({
  id: 'packages',
  title: 'Packages',
  contributes: [
    pages.of(...packages.map(({ name, folder }) => page(name.replace('@plinth/', ''), name, `${folder}/README.md`))),
  ],
})

const reports = defineModule({
  id: 'exports',
  title: 'Exports',
  contributes: [
    pages.of(
      ...globSync('api/*.api.md', { cwd: ROOT })
        .toSorted()
        .map((path) => {
          const entry = path.slice('api/'.length, -'.api.md'.length)
          return page(entry, nameOf(entry), path)
        }),
    ),
  ],
})

/** The modules whose pages the site has, in the order in which they are listed. */
export const shelves: readonly Module[] = [docs, readmes, project, reports]

/** A page of the site, with its text. */
export interface SiteGuide {
  readonly guide: Guide
  readonly text: GuideText
  /** The file, relative to the repository. */
  readonly path: string
}

/** Reads all pages. */
export const readGuides = (): Promise<readonly SiteGuide[]> =>
  Promise.all(
    guidesOf(shelves).map(async (guide) => {
      const { text } = guide.page
      if (typeof text === 'string') throw new Error(`${guide.page.name} is no file`)
      return { guide, text: await textOf(guide), path: pathOf(text) }
    }),
  )

const textOf = (guide: Guide): Promise<GuideText> =>
  guide.module.id === reports.id ? readReport(guide) : readGuide(guide)

/** The address of what a link of a page leads to: a page of the site, or else a file of the repository, if its address is known. */
export function linkOf(guide: Guide, href: string, { guides, source, onBroken }: LinkOptions): string | undefined {
  const known = linkFrom(guide, href, guides)
  if (known !== undefined) return known
  const target = new URL(href, guide.page.text)
  const path = pathOf(target)
  if (!existsSync(target)) return onBroken(href)
  if (path === 'api') return `/docs#${shelfId(reports)}`
  const readme = statSync(target).isDirectory() && linkFrom(guide, `${href.replace(/\/$/, '')}/README.md`, guides)
  return readme || (source && `${source}/${path}`)
}

export interface LinkOptions {
  readonly guides: readonly Guide[]
  /** The address of the files of this version in the repository. */
  readonly source: string | undefined
  /** Called for links that lead nowhere. */
  readonly onBroken: (href: string) => undefined
}

/** The anchor of the list of a module's pages. */
export const shelfId = ({ id }: Module): string => `docs-${id}`

const pathOf = (file: URL) => fileURLToPath(file).slice(fileURLToPath(ROOT).length).replaceAll('\\', '/')

/** The name that an entry is imported by: `core.acl` is `@plinth/core/acl`. */
function nameOf(entry: string): string {
  const [name = '', ...parts] = entry.split('.')
  return [packages.find(({ folder }) => folder.endsWith(`/${name}`))?.name ?? name, ...parts].join('/')
}
