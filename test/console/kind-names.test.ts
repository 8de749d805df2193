import { expect, test, vi } from 'vitest'
import { modules } from '../architecture/_modules.ts'

test('the console names every kind of record that commands log', async () => {
  vi.stubGlobal('document', { querySelector: () => null, cookie: '' })
  const { kinds } = await import('../../packages/console/client/texts/late/kinds.ts')
  const logged = Object.values(modules).flatMap(({ commands = [] }) =>
    commands.flatMap(({ resource }) => resource ?? []),
  )
  expect(logged).toContain('transfer.destination')
  const unnamed = [...new Set(logged)].filter((kind) => kinds(kind as Parameters<typeof kinds>[0]) === kind)
  expect(unnamed.toSorted()).toEqual([])
})
