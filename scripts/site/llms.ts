import type { Content } from './pages.ts'
import { summaryOf } from './markdown-text.ts'
import { shelves, type SiteGuide } from './texts.ts'

/**
 * The texts for language models: `llms.txt` (https://llmstxt.org) lists the pages as Markdown, `llms-full.txt` holds the guides and
 * the readmes. The Markdown files lie as in the repository, so that their links to each other hold.
 */
export function toModelTexts(content: Content): ReadonlyMap<string, string> {
  const { guides, document, version } = content
  const [documentation, readmes, project] = shelves.map((module) =>
    guides.filter(({ guide }) => guide.module === module),
  )
  const read = [...documentation!, ...readmes!, ...project!]
  const front = guides.find(({ path }) => path === 'README.md')!
  const operations = [...document.operations.values()]
    .map(({ method, path, summary }) => `- \`${method} ${path}\`: ${summary}`)
    .join('\n')
  return new Map([
    ...read.map(({ path, text }) => [fileOf(path), text.markdown] as const),
    [
      'llms.txt',
      `# Plinth ${version}

> ${summaryOf(front.text.markdown)}

All guides in one file: [llms-full.txt](llms-full.txt). The HTTP API: [openapi.json](openapi.json).

## Documentation

${listOf(documentation!)}

## Packages

${listOf(readmes!)}

## Optional

${listOf(project!)}
`,
    ],
    [
      'llms-full.txt',
      `${[front, ...documentation!, ...readmes!].map(({ path, text }) => `<!-- ${path} -->\n\n${text.markdown}`).join('\n\n')}

# HTTP API of ${document.title}

${operations}
`,
    ],
  ])
}

const fileOf = (path: string) => `markdown/${path}`

const listOf = (guides: readonly SiteGuide[]) =>
  guides
    .map(({ guide, path, text }) => `- [${guide.page.title}](${fileOf(path)}): ${summaryOf(text.markdown)}`)
    .join('\n')
