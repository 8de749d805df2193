import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const CALL = /sqlFile\(new URL\('(\.\/[\w/-]+\.sql)', import\.meta\.url\)\)/g

/** What the build knows of a file and of the plugins that look at it. */
interface Build {
  onLoad(
    options: { filter: RegExp },
    load: (file: { path: string }) => Promise<{ contents: string; loader: 'ts' } | undefined>,
  ): void
}

/** Puts the text of `.sql` files in the place of the calls that read them. */
export const inlineSql = {
  name: 'inline-sql',
  setup({ onLoad }: Build): void {
    onLoad({ filter: /migrations?[/\\][\w-]+\.ts$|-migrations\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      const texts = new Map<string, string>()
      for (const [, file] of source.matchAll(CALL))
        texts.set(file!, JSON.stringify(`\n${await readFile(join(dirname(path), file!), 'utf8')}`))
      if (texts.size === 0) return undefined
      return { contents: source.replaceAll(CALL, (_call, file: string) => texts.get(file)!), loader: 'ts' }
    })
  },
}
