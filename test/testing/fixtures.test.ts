import { joinFixtures } from '@plinth/testing'
import { expect, test } from 'vitest'

test('fixtures of modules are put together, and two that contradict each other are refused by name', () => {
  const sample = (route: string) => ({ route, expect: 200 })
  const a = { contract: { open: ['GET /a'], samples: [sample('GET /a')] }, isolation: { idTables: { aId: 'a' } } }
  const b = { contract: { open: [], samples: [sample('GET /b')], except: { 'GET /c': 'it does not end' } } }
  const { contract, isolation } = joinFixtures(a, b, { isolation: { idTables: { aId: 'a', bId: 'b' } } })
  expect(contract).toEqual({
    open: ['GET /a'],
    samples: [sample('GET /a'), sample('GET /b')],
    except: { 'GET /c': 'it does not end' },
  })
  expect(isolation).toMatchObject({ idTables: { aId: 'a', bId: 'b' }, except: { 'GET /c': 'it does not end' } })
  expect(() => joinFixtures(a, { isolation: { idTables: { aId: 'b' } } })).toThrow(
    'Two fixtures set `isolation.idTables` for aId',
  )
})
