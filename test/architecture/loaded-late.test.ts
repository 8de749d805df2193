import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Takes megabytes of memory each, and a host may run for years without it. */
const SELDOM = [
  '@aws-sdk/client-s3',
  '@modelcontextprotocol/server',
  '@simplewebauthn/server',
  'ai',
  'file-type',
  'htmlparser2',
  'jose',
  'openid-client',
  'sharp',
  'tesseract.js',
  'undici',
  'unpdf',
]

const LIST = `
  import { registerHooks } from 'node:module'
  const loaded = new Set()
  registerHooks({ resolve: (name, context, next) => (loaded.add(name), next(name, context)) })
  await import('./examples/host/plinth.config.ts')
  console.log(JSON.stringify([...loaded]))`

test('what is seldom needed is loaded when it is needed first', async () => {
  const options = ['--conditions=@plinth/source', '--input-type=module', '--eval', LIST]
  const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: ROOT })
  const loaded = JSON.parse(stdout) as string[]
  expect(loaded).toContain('@mikro-orm/core')
  expect(SELDOM.filter((name) => loaded.includes(name))).toEqual([])
})
