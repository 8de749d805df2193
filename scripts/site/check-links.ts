import { posix } from 'node:path'

/** Files by their path below the folder of the site. */
export type Files = ReadonlyMap<string, string | Uint8Array>

/** The links of pages that lead to no file, or to an anchor that its page lacks. Other hosts are not asked. */
export function findBrokenLinks(files: Files): readonly string[] {
  const pages = [...files].filter((entry): entry is [string, string] => entry[0].endsWith('.html'))
  const anchors = new Map(pages.map(([path, markup]) => [path, anchorsOf(markup)]))
  return pages.flatMap(([path, markup]) =>
    [...markup.matchAll(/ (?:href|src|action)="([^"]*)"/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^(https?|mailto|data):/.test(link) && !leads(path, link))
      .map((link) => `${path}: ${link}`),
  )

  function leads(from: string, link: string): boolean {
    const [to = '', anchor] = link.split('#')
    const target = to === '' ? from : posix.join(posix.dirname(from), to)
    if (!files.has(target)) return false
    return anchor === undefined || anchors.get(target)?.has(anchor) === true
  }
}

const anchorsOf = (markup: string): ReadonlySet<string> =>
  new Set([...markup.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id))
