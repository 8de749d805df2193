import { defineConfig } from 'vitest/config'
import whole from './vitest.config.ts'

/** Tests against programs that `npm ci` does not bring. */
export default defineConfig({ ...whole, test: { ...whole.test, include: ['test/**/*.campaign.ts'] } })
