import { defineConfig } from 'vitest/config'
import whole from './vitest.config.ts'

/** End-to-end tests: packed packages, hosts as processes, browsers, pools and clusters. About four minutes on two cores. */
export default defineConfig({
  ...whole,
  test: { ...whole.test, include: ['test/**/*.e2e.ts'] },
})
