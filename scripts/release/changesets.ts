import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file of `.changeset/`: what users notice of a change. */
export interface Changeset {
  readonly file: string
  readonly packages: readonly string[]
  /** The capability, if the text begins with a heading. */
  readonly title: string | undefined
  readonly text: string
}

const FOLDER = '.changeset'

/** The changes since the last release, in the order of their files. */
export function readChangesets(): readonly Changeset[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.md') && file !== 'README.md')
  return files.toSorted().map((name) => {
    const file = join(FOLDER, name)
    return parseChangeset(file, readFileSync(file, 'utf8'))
  })
}

/** Throws if the file does not begin with the packages between two lines of dashes. */
export function parseChangeset(file: string, content: string): Changeset {
  const { list, title, text } =
    /^---\n(?<list>[\s\S]*?)^---\n+(?:# (?<title>.+)\n+)?(?<text>[\s\S]+)$/m.exec(content)?.groups ?? {}
  if (list === undefined || text === undefined) throw new Error(`${file} does not begin with its packages`)
  const packages = [...list.matchAll(/^['"]?([^'":\s]+)['"]?: \w+$/gm)].map(([, name]) => name!)
  // Files of changes are in a folder of their own, the changelog in none.
  return { file, packages, title, text: text.trim().replaceAll('](../', '](') }
}

/** The section of `CHANGELOG.md`: one entry per capability, and what belongs to none at the end. */
export function toSection(version: string, changesets: readonly Changeset[]): string {
  const others = changesets.filter(({ title }) => title === undefined)
  const entries = [...Map.groupBy(changesets, ({ title }) => title)].flatMap(([title, told]) =>
    title === undefined ? [] : [`### ${title}\n\n${told.map(({ text }) => text).join('\n\n')}`],
  )
  const rest = others.map(({ text }) => `- ${text.replaceAll(/\n(?=.)/g, '\n  ')}`)
  if (rest.length > 0) entries.push(`### Other changes\n\n${rest.join('\n')}`)
  return [`## ${version}`, ...entries].join('\n\n')
}

/** The section in the changelog of one package: where its changes are told. They are told once, in the changelog of all. */
export function toPackageSection(version: string, changesets: readonly Changeset[]): string {
  const titles = new Set(changesets.map(({ title }) => title ?? 'Other changes'))
  const told = [...titles].map((title) => `- ${title}`)
  const entries = told.length > 0 ? `${told.join('\n')}\n\n` : ''
  return `## ${version}\n\n${entries}The changelog of Plinth describes the changes of all packages under ${version}.`
}

/** Puts a section before those of former versions. */
export function addSection(changelog: string, section: string): string {
  const at = changelog.search(/^## /m)
  return at === -1
    ? `${changelog.trimEnd()}\n\n${section}\n`
    : `${changelog.slice(0, at)}${section}\n\n${changelog.slice(at)}`
}
