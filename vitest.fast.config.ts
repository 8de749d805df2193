import { defineConfig } from 'vitest/config'
import whole from './vitest.config.ts'

/** Starts other processes or servers, kills them, waits for clocks, or computes for seconds. */
const SLOW = [
  'bytes',
  'cache/invalidations',
  'confined-process/confined-process',
  'data/contention',
  'data/full-text',
  'data/pgbouncer',
  'data/replicas',
  'data/servers',
  'jobs/batched-log-outages',
  'jobs/hosts',
  'jobs/queue',
  'migration/command',
  'migration/tool',
  'platform/migrate',
  'platform/migrate-refusals',
  'rules/validation',
  'undo/plan',
]

/** The loop of work: the core and the rules about all sources. */
export default defineConfig({
  ...whole,
  test: {
    ...whole.test,
    include: ['test/{architecture,core,points}/**/*.test.ts'],
    exclude: SLOW.map((name) => `test/core/${name}.test.ts`),
  },
})
