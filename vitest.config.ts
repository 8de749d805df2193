import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/_setup/longest-first.ts'

export default defineConfig({
  resolve: { conditions: ['@plinth/source'] },
  ssr: { resolve: { conditions: ['@plinth/source'], externalConditions: ['@plinth/source'] } },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/_setup/postgres.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Half of what a host process does before it is ready is reading TypeScript.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/plinth-tests', import.meta.url)) },
    pool: 'forks',
    // A larger young generation: 7 and 11 % less CPU time for the contract check of all modules, in two pairs.
    execArgv: ['--max-semi-space-size=64'],
    // On two cores, two workers finish sooner than three or four: the same 193 tests took 64, 82 and 85 s. The workers, the
    // hosts they start and PostgreSQL leave no time idle, and more of them only take turns.
    maxWorkers: 2,
    // Files that follow each other share a process, which reads the sources once. Whoever mocks a module resets them.
    isolate: false,
    sequence: { sequencer: LongestFirst },
  },
})
