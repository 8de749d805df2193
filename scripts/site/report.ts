import { readFile } from 'node:fs/promises'
import type { Guide, GuideText } from '../../packages/host/src/pages/docs/guides.ts'
import { outlineOf } from '../../packages/host/src/pages/docs/markdown.ts'

/** A report of API Extractor with a heading for each export, by which it is found. */
export async function readReport({ page }: Guide): Promise<GuideText> {
  const report = (await readFile(page.text as URL, 'utf8')).replaceAll('\r\n', '\n')
  const parts = report
    .replaceAll(/^(```|\/\/ \(No @packageDoc.*| *\/\/ \(undocumented\)\n)/gm, '')
    .split(/^\/\/ @public.*\n/m)
  const shown = parts.slice(1).map((code) => {
    const [, renamed, name = renamed] =
      /^export (?:\{ (?:\w+ as )?(\w+) \}|(?:declare |abstract )*\w+ (\w+))/m.exec(code) ?? []
    if (name === undefined) throw new Error(`${page.title} exports something without a name:\n${code}`)
    return `## ${name}\n\n\`\`\`ts\n${code.trim()}\n\`\`\``
  })
  const markdown = [`# ${page.title}`, ...shown].join('\n\n')
  const { sections } = outlineOf(markdown)
  return { markdown, images: [], sections: sections.map((one) => ({ ...one, lower: one.text.toLowerCase() })) }
}
