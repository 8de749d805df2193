import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'

/** The entries of `@plinth/console` that the running console gives to scripts of products, and their sources. */
export const SHARED = { kit: 'kit.ts', 'kit/jsx-runtime': 'kit/jsx-runtime.ts' } as const

export type SharedEntry = keyof typeof SHARED

/**
 * What a product bundles for an entry: no code, only the names of what the console has put into a global before it imports the
 * product's script. So there is one Preact and one kit, whatever the product's bundler does. Elsewhere, as in a server, the names can
 * be imported and say so when they are called.
 */
export async function kitScript(entry: SharedEntry): Promise<string> {
  const { metafile } = await build({
    absWorkingDir: fileURLToPath(new URL('../client/', import.meta.url)),
    entryPoints: [SHARED[entry]],
    outdir: 'out',
    write: false,
    metafile: true,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'error',
    conditions: ['browser', 'module', 'import'],
  })
  const names = Object.values(metafile.outputs)
    .flatMap(({ exports }) => exports)
    .toSorted()
  return `const absent = (_, name) => () => {
  throw new Error(\`\${String(name)} of @plinth/console/${entry} is there only in the console\`)
}
const shared = globalThis[Symbol.for('@plinth/console/kit')]?.['${entry}'] ?? new Proxy({}, { get: absent })
export const {
${names.map((name) => `  ${name},`).join('\n')}
} = shared
`
}

/** Lets esbuild resolve the entries in the repository, where nothing is built. */
export const kitFromSources: Plugin = {
  name: 'kit',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@plinth\/console\/kit(\/jsx-(dev-)?runtime)?$/ }, ({ path }) => ({
      path: path.replace('@plinth/console/', '').replace('-dev-', '-'),
      namespace: 'kit',
    }))
    onLoad({ filter: /.*/, namespace: 'kit' }, async ({ path }) => ({ contents: await kitScript(path as SharedEntry) }))
  },
}
