import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  addSection,
  parseChangeset,
  readChangesets,
  toPackageSection,
  toSection,
} from '../../scripts/release/changesets.ts'
import { isLater, withAddresses, withVersion } from '../../scripts/release/manifests.ts'
import { packages } from '../../scripts/packages.ts'

const names = new Set(['@plinth/core', '@plinth/auth'])
const told = [
  `---\n'@plinth/core': minor\n'@plinth/auth': minor\n---\n\n# Rules\n\nRules decide\nlate.\n`,
  `---\n"@plinth/core": patch\n---\n\nA line\nand [another](../docs/lines.md).\n`,
  `---\n'@plinth/auth': minor\n---\n\n# Rules\n\n- And early.\n`,
].map((content, index) => parseChangeset(`${index}.md`, content))

test('a release tells each capability once', () => {
  expect(told.map(({ packages }) => packages)).toEqual([
    ['@plinth/core', '@plinth/auth'],
    ['@plinth/core'],
    ['@plinth/auth'],
  ])
  expect(toSection('0.2.0', told)).toBe(
    '## 0.2.0\n\n### Rules\n\nRules decide\nlate.\n\n- And early.\n\n### Other changes\n\n- A line\n  and [another](docs/lines.md).',
  )
  expect(toPackageSection('0.2.0', told.slice(0, 2))).toMatch(
    /^## 0\.2\.0\n\n- Rules\n- Other changes\n\nThe changelog of Plinth/,
  )
  expect(addSection('# A\n\nIntro.\n\n## 0.1.0\n\nOld.\n', '## 0.2.0')).toBe(
    '# A\n\nIntro.\n\n## 0.2.0\n\n## 0.1.0\n\nOld.\n',
  )
  expect(addSection('# A\n', '## 0.2.0')).toBe('# A\n\n## 0.2.0\n')
  expect(() => parseChangeset('a.md', 'nothing')).toThrow('a.md does not begin with its packages')
})

test('the version is that of all packages and of their dependencies on each other', () => {
  const manifest = { name: '@plinth/auth', version: '0.1.0', peerDependencies: { '@plinth/core': '0.1.0', zod: '^4' } }
  expect(withVersion(manifest, '0.2.0', names)).toEqual({
    ...manifest,
    version: '0.2.0',
    peerDependencies: { '@plinth/core': '0.2.0', zod: '^4' },
  })
  expect(withVersion({ name: 'a', dependencies: {} }, '0.2.0', names)).toEqual({ name: 'a', dependencies: {} })
  expect(withAddresses(manifest, 'https://example.com/plinth', 'packages/modules/auth')).toMatchObject({
    repository: { type: 'git', url: 'git+https://example.com/plinth.git', directory: 'packages/modules/auth' },
    homepage: 'https://example.com/plinth/tree/main/packages/modules/auth#readme',
    bugs: 'https://example.com/plinth/issues',
  })
})

test.each([
  ['0.2.0', '0.1.9', true],
  ['1.0.0', '0.10.3', true],
  ['0.10.0', '0.9.0', true],
  ['0.1.0', '0.1.0', false],
  ['0.1.9', '0.2.0', false],
])('%s comes after %s: %s', (version, former, expected) => expect(isLater(version, former)).toBe(expected))

describe('the changes that wait for a release', () => {
  const known = new Set(packages.map(({ name }) => name))
  test.each(readChangesets())('$file names packages and says something', ({ packages: named, text, title }) => {
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((name) => !known.has(name))).toEqual([])
    const files = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path]) => path!)
    expect(files.filter((path) => !existsSync(path))).toEqual([])
    expect([text.length > 40, title?.endsWith('.')]).toEqual([true, title === undefined ? undefined : false])
  })
})
