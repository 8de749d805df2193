import { UsageError } from './terminal.ts'

/** Loads `@plinth/host`, which is optional: `plinth migration` and `plinth mcp` work without it. */
export async function loadHost() {
  try {
    return await import('@plinth/host')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    const { message } = error as Error
    throw new UsageError(`This command needs a package that is not installed: npm install @plinth/host (${message})`)
  }
}
