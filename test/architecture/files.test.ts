import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LONGEST } from '../_setup/longest-first.ts'
import { SLOW } from '../_setup/slow-files.ts'
import { ROOT } from './_sources.ts'

const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT })
  .toString()
  .split('\0')
  .filter((path) => path !== '')

const BINARY = /\.(png|ico|jpe?g|gif|webp|pdf|docx|woff2?|gz|zip)$/
const texts = tracked.flatMap((path) => {
  if (BINARY.test(path)) return []
  try {
    return [{ path, text: readFileSync(join(ROOT, path), 'utf8') }]
  } catch {
    // Deleted and not committed yet.
    return []
  }
})
const filesWith = (pattern: RegExp) => texts.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
const literally = (text: string) => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))

test('no file knows where this copy of the repository lies', () => {
  const places = [ROOT, `/home/${userInfo().username}/`, `/Users/${userInfo().username}/`]
  expect(places.flatMap((place) => filesWith(literally(place)))).toEqual([])
})

test('lock files name no registry', () => {
  const locks = texts.filter(({ path }) => /(^|\/)(package-lock\.json|npm-shrinkwrap\.json)$/.test(path))
  expect(locks.map(({ path }) => path)).toEqual(['package-lock.json'])
  expect(locks.filter(({ text }) => /"resolved": "https?:/.test(text)).map(({ path }) => path)).toEqual([])
})

test('the lock file holds the packages of every platform, as `npm ci` asks', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { optionalDependencies?: Record<string, string> }>
  }
  const known = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)))
  const optional = Object.values(packages).flatMap((one) => Object.keys(one.optionalDependencies ?? {}))
  // `node scripts/complete-lock.ts` adds them.
  expect(optional.filter((name) => !known.has(name))).toEqual([])
})

test('folders and files are in kebab-case', () => {
  const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/
  const odd = tracked
    .filter((path) => /\.(ts|mjs|css|html|sql)$/.test(path))
    // Next.js names folders of path parameters `[...path]`.
    .map((path) => path.replace(/\[\.\.\.(\w+)\]/, '$1'))
    .filter((path) => !path.split('/').every((part) => KEBAB.test(part.replace(/^[._]/, '').split('.')[0]!)))
  expect(odd).toEqual([])
})

test('no test is left out', () => {
  const tests = texts.filter(({ path }) => /^test\/.*\.ts$/.test(path))
  const out = tests.filter(({ text }) => /\.(skip|skipIf|runIf|todo|only|fails)\(/.test(text))
  expect(out.map(({ path }) => path)).toEqual([])
})

test('files that the lists of slow tests name exist', () => {
  const names = new Set(tracked.map((path) => path.replace(/\.(test|e2e)\.ts$/, '')))
  expect([...LONGEST, ...SLOW].filter((name) => !names.has(`test/${name}`))).toEqual([])
})

test('one compiler configuration, and one for the code of browsers', () => {
  expect(tracked.filter((path) => /(^|\/)tsconfig[^/]*\.json$/.test(path))).toEqual([
    'packages/console/tsconfig.json',
    'tsconfig.json',
  ])
})

test('built and generated files are not kept', () => {
  expect(tracked.filter((path) => /(^|\/)(dist|coverage|node_modules)\/|\.(tgz|tsbuildinfo|log)$/.test(path))).toEqual(
    [],
  )
})
