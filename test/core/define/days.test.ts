import { type Context, defineFeatures, get } from '@plinth/core'
import { addDays, daysBetween, today } from '@plinth/core/http'
import { testPlatform } from '@plinth/testing'
import { expect, inject, test } from 'vitest'
import { z } from 'zod'

test('days are added and counted over leap days, turns of the year and changes of clocks', () => {
  expect(addDays('2024-02-28', 2)).toBe('2024-03-01')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30')
  expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2)
  expect(daysBetween('2026-10-26', '2026-10-24')).toBe(-2)
})

const features = defineFeatures('days', { view: 'View days' })

test('today is the day on the clock of the caller', async () => {
  const response = z.object({ day: z.iso.date() })
  const route = get('/days', { access: features.view, response }, async (ctx: Context) => ({ day: await today(ctx) }))
  await using app = await testPlatform({
    modules: [{ id: 'days', title: 'Days', features, roles: { admin: ['days.*'] }, routes: [route] }],
    postgresUrl: inject('postgresUrl'),
  })
  app.clock.set(new Date('2030-06-01T23:30:00Z'))
  expect((await app.as('admin').get('/days')).body).toEqual({ day: '2030-06-01' })
  const inBerlin = ({ now }: Context) => today({ now, locale: async () => ({ timeZone: 'Europe/Berlin' }) as never })
  expect(await app.platform.actAs(app.callerOf('admin'), inBerlin)).toBe('2030-06-02')
})
