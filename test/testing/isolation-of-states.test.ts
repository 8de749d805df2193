import { p } from '@mikro-orm/core'
import { defineFeatures, defineMigration, defineModule, defineScopedEntity, input, resource } from '@plinth/core'
import { checkIsolation, type Sample, testPlatform } from '@plinth/testing'
import { expect, inject, test } from 'vitest'

const features = defineFeatures('desk', { manage: 'Manage cases' })
const Case = defineScopedEntity('desk.case', {
  title: p.string(),
  note: p.string().nullable(),
  status: p.enum(['open', 'closed']).default('open'),
})
const columns = `title text not null, note text, status text not null default 'open' check (status in ('open', 'closed'))`

/** Cases that can be reopened; `fault` reads others' titles while it reopens one, and `isLocked` refuses it always. */
const openDesk = ({ fault = false, isLocked = false } = {}) => {
  const cases = resource('/desk/cases', Case, {
    access: { read: features.manage, write: features.manage },
    input: input(Case, ['title', 'note']),
    states: {
      property: 'status',
      values: { open: {}, closed: {} },
      initial: 'open',
      transitions: {
        close: { from: 'open', to: 'closed' },
        reopen: {
          from: 'closed',
          to: 'open',
          guard: () => (isLocked ? 'The archive is locked' : undefined),
          async set({ widenScope }) {
            if (!fault) return
            await widenScope('allTenants', 'a fault', ({ from }) =>
              from.update(Case, 'c').set({ note: 'seen' }).execute(),
            )
          },
        },
      },
    },
  })
  const module = defineModule({
    id: 'desk',
    title: 'Desk',
    features,
    migrations: [defineMigration('desk.tables', `select plinth.scoped_table('desk_case', $$${columns}$$)`)],
    resources: [cases],
    roles: { admin: ['desk.*'] },
  })
  return testPlatform({ modules: [module], postgresUrl: inject('postgresUrl') })
}
const samples: Sample[] = [{ route: 'POST /desk/cases', as: 'admin', request: { body: { title: 'A' } }, expect: 201 }]

test('transitions are attacked in a state that they begin in', { timeout: 60_000 }, async () => {
  await using app = await openDesk()
  expect(await checkIsolation(app, { samples })).toMatchObject({ routes: 7 })
  await using faulty = await openDesk({ fault: true })
  await expect(checkIsolation(faulty, { samples })).rejects.toThrow(/reopen.* changes foreign rows of desk_case/)
})

test('what never answered its owner says what it answered', { timeout: 60_000 }, async () => {
  await using app = await openDesk({ isLocked: true })
  await expect(checkIsolation(app, { samples })).rejects.toThrow(
    /POST \/desk\/cases\/reopen never answered its owner, who got 409 .*: give a sample/,
  )
  expect(await checkIsolation(app, { samples, unreached: { 'POST /desk/cases/reopen': 'locked' } })).toBeDefined()
})
