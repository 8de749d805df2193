import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Client } from '../src/assets.ts'

/**
 * Bundles the browser code from its sources in memory, in about 100 ms. Only the repository does this: a published package
 * contains the result.
 */
export async function bundleClient(): Promise<Client> {
  const folder = fileURLToPath(new URL('../client/', import.meta.url))
  const { outputFiles, metafile } = await build({
    absWorkingDir: folder,
    entryPoints: ['main.tsx'],
    outdir: 'out',
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome123', 'firefox121', 'safari17.5'],
    minify: true,
    legalComments: 'none',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.woff2': 'file' },
    logLevel: 'error',
    // Node's conditions would select other builds of the libraries.
    conditions: ['browser', 'module', 'import'],
  })
  const font = outputFiles.find(({ path }) => /inter-latin-[A-Z\d]+\.woff2$/.test(path.replace(/\\/g, '/')))!
  const nameOf = (path: string) => path.replace(/\\/g, '/').split('/').at(-1)!
  const outputs = Object.entries(metafile.outputs)
  const [entryPath, entry] = outputs.find(([, { entryPoint }]) => entryPoint === 'main.tsx')!
  const imported = entry.imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => nameOf(path))
  return {
    files: new Map(outputFiles.map(({ path, contents }) => [nameOf(path), contents])),
    scripts: [nameOf(entryPath), ...imported],
    styles: entry.cssBundle ? [nameOf(entry.cssBundle)] : [],
    fonts: [nameOf(font.path)],
  }
}
