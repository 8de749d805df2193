import { createPlatform, sql } from '@plinth/core'
import { tenantA, testSecret } from '@plinth/testing'
import { expect, test } from 'vitest'
import { testApp } from '../../_setup/app.ts'

interface Heard {
  readonly text: string
  readonly types: readonly string[]
  ended?: { readonly milliseconds: number; readonly rows: number; readonly code?: string }
}

test('a host hears of each statement: the types of its values, how long it took and how many rows it had', async () => {
  await using app = await testApp({ modules: [] })
  const heard: Heard[] = []
  await using host = await createPlatform({
    modules: [],
    secret: testSecret,
    database: {
      ...app.database,
      onStatement(text, { types }) {
        const one: Heard = { text, types }
        heard.push(one)
        return (ended) => void (one.ended = ended)
      },
    },
  })
  await host.start({ workers: false })
  const scope = { tenantId: tenantA.id, organizationId: null, organizationIds: null }
  const secret = 'nobody may learn of this value'
  await host.actAs({ actor: 'platform', reason: 'test', scope }, async ({ db }) => {
    await sql`select g, pg_sleep(0.05) from generate_series(1, 7) g
      where ${secret}::text is not null and ${7}::int > 0 and ${true}::boolean and ${null}::text is null
        and ${['a']}::text[] is not null and ${new Date()}::timestamptz is not null`.execute(db)
  })
  const slow = heard.find(({ text }) => text.includes('pg_sleep'))
  expect(slow?.types).toEqual(['string', 'number', 'boolean', 'null', 'array', 'date'])
  expect(slow?.ended?.rows).toBe(7)
  expect(slow?.ended?.milliseconds).toBeGreaterThan(340)
  expect(slow?.ended).not.toHaveProperty('code')

  await expect(
    host.actAs({ actor: 'platform', reason: 'test', scope }, ({ db }) =>
      sql`select 'heard'::text, 1 / ${0}::int`.execute(db),
    ),
  ).rejects.toThrow()
  expect(heard.find(({ text }) => text.includes("'heard'"))?.ended).toMatchObject({ rows: 0, code: '22012' })
  expect(heard.filter(({ ended }) => !ended).map(({ text }) => text)).toEqual([])
  expect(JSON.stringify(heard)).not.toContain(secret)
})
