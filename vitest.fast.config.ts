import { defineConfig } from 'vitest/config'
import { SLOW } from './test/_setup/slow-files.ts'
import whole from './vitest.config.ts'

/** The loop of work: the core and the rules about all sources. */
export default defineConfig({
  ...whole,
  test: {
    ...whole.test,
    include: ['test/{architecture,core,points,testing,cli}/**/*.test.ts'],
    exclude: SLOW.map((name) => `test/${name}.test.ts`),
  },
})
