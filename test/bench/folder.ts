import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder that goes with the case. */
export async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'plinth-bench-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
