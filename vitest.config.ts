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
    // Some tests wait for clocks and processes: on two cores, two workers left a fifth of the CPU time idle, three leave a
    // twentieth. The whole run took 507 and 430 s.
    maxWorkers: 3,
    // Files that follow each other share a process, which reads the sources once. Whoever mocks a module resets them.
    isolate: false,
    sequence: { sequencer: LongestFirst },
  },
})
