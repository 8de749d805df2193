import { startConfined } from '@plinth/core'
import { join } from 'node:path'

/** Starts a program that holds its thread, and says its number. */
const stdio = ['ignore', 'ignore', 'ignore'] as const
const child = startConfined(join(import.meta.dirname, '_hold.ts'), [], {
  memory: 256 * 2 ** 20,
  readablePaths: [],
  stdio: [...stdio],
})
console.log(child.pid)
