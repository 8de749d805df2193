import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { createSandbox } from '@plinth/ai-assistant'
import { build } from 'esbuild'
import { NODE_BUILD } from '../../../_setup/bundled.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const SOURCES = join(ROOT, 'packages/modules/ai-assistant/src/sandbox')
/** Inside the folder of the packages, so that the engine is found from there. */
const FOLDER = join(ROOT, 'node_modules/.cache/plinth-sandbox')

interface BuiltSandbox extends AsyncDisposable {
  readonly createSandbox: typeof createSandbox
}

/**
 * The sandbox as the package has it, its program one file of JavaScript beside it: hundreds of processes start from it,
 * and each would strip the types of the sources again.
 */
export async function buildSandbox(): Promise<BuiltSandbox> {
  await mkdir(FOLDER, { recursive: true })
  const folder = await mkdtemp(join(FOLDER, 'built-'))
  await build({
    ...NODE_BUILD,
    entryPoints: { sandbox: join(SOURCES, 'sandbox.ts'), 'sandbox/program/index': join(SOURCES, 'program/index.ts') },
    outdir: folder,
    external: [...NODE_BUILD.external, 'quickjs-emscripten-core', '@jitl/*'],
  })
  const built = (await import(/* @vite-ignore */ pathToFileURL(join(folder, 'sandbox.js')).href)) as BuiltSandbox
  return {
    createSandbox: built.createSandbox,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
