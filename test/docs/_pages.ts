import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** One fenced block of a page. The words after the opening fence are its language and its name. */
export interface Block {
  /** Relative to the repository. */
  readonly page: string
  readonly language: string
  /** The file that the block is, for other blocks of the page to import; empty for most. */
  readonly name: string
  readonly text: string
  /** What a reader does not need to see: the comment `<!-- ts … -->` that stands before the block on the page. */
  readonly prelude: string
}

export const ROOT = join(import.meta.dirname, '..', '..')

/** The pages that explain Plinth. */
export const pages: readonly string[] = globSync(['*.md', 'docs/*.md', 'packages/*/*.md', 'packages/modules/*/*.md'], {
  cwd: ROOT,
}).toSorted()

/** The text of a page. */
export const readPage = (page: string): string => readFileSync(join(ROOT, page), 'utf8')

const PART = /^<!-- ts\n(?<prelude>[\s\S]*?)^-->$|^```(?<language>\w*) ?(?<name>\S*)\n(?<text>[\s\S]*?)^```$/gm

/** The blocks of a page, in order. A prelude holds for one block. */
export function readBlocks(page: string): readonly Block[] {
  const blocks: Block[] = []
  let waiting = ''
  for (const { groups } of readPage(page).matchAll(PART)) {
    const { prelude, language = '', name = '', text = '' } = groups as Record<string, string | undefined>
    if (prelude === undefined) blocks.push({ page, language, name, text, prelude: waiting })
    waiting = prelude ?? ''
  }
  return blocks
}

/** The block of a page that has a name. */
export function readBlock(page: string, name: string): Block {
  const found = readBlocks(page).find((block) => block.name === name)
  if (!found) throw new Error(`${page} has no block '${name}'`)
  return found
}

/** The only block of commands of a page in which a line begins like this. */
export function findCommands([page, line]: readonly [page: string, line: string]): Block {
  const found = readBlocks(page).filter(
    ({ language, text }) => language === 'sh' && text.split('\n').some((one) => one.startsWith(line)),
  )
  if (found.length !== 1) throw new Error(`${page} has ${found.length} blocks with a line that begins with '${line}'`)
  return found[0]!
}

/** A folder name for the files of a page. */
export const folderOf = (page: string): string =>
  page.replaceAll(/[/.]/g, '-').replace(`-${basename(page, '.md')}-md`, `-${basename(page, '.md').toLowerCase()}`)
