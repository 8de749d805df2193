import { expect, test, vi } from 'vitest'
import { modules } from '../architecture/_modules.ts'

test('the console names every kind of record that commands log or reads are logged of', async () => {
  vi.stubGlobal('document', { querySelector: () => null, cookie: '' })
  const { kinds } = await import('../../packages/console/client/texts/late/kinds.ts')
  const logged = Object.values(modules).flatMap(({ commands = [] }) =>
    commands.flatMap(({ resource }) => resource ?? []),
  )
  const read = Object.values(modules).flatMap(({ routes = [] }) =>
    routes.flatMap(({ spec: { reads } }) => (typeof reads === 'string' ? reads : (reads?.kind ?? []))),
  )
  expect(logged).toContain('transfer.destination')
  expect(read).toContain('directory.organization_switcher')
  const unnamed = [...new Set([...logged, ...read])].filter(
    (kind) => kinds(kind as Parameters<typeof kinds>[0]) === kind,
  )
  expect(unnamed.toSorted()).toEqual([])
})
