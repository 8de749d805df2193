import { existsSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { runCommandLine } from './command-line.ts'

/** Runs the command line of this process, which has these variables, and returns the exit code. */
export async function main(environment: NodeJS.ProcessEnv): Promise<number> {
  // Variables that are already set take precedence.
  if (existsSync('.env')) process.loadEnvFile('.env')
  // Half of the startup time is spent on loading code.
  if (existsSync('node_modules')) enableCompileCache(resolve('node_modules/.cache/plinth'))
  const code = await runCommandLine({
    args: process.argv.slice(2),
    environment,
    folder: process.cwd(),
    input: process.stdin,
    output: process.stdout,
    errors: process.stderr,
  })
  flushCompileCache()
  return code
}
