import { defineConfig } from 'vitest/config'
import whole from './vitest.config.ts'

/** What `.ci/run` runs: all tests, and the end-to-end tests. */
export default defineConfig({
  ...whole,
  test: { ...whole.test, include: ['test/**/*.{test,e2e}.ts'] },
})
