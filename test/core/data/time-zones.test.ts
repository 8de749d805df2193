import { assertTimeZone, isTimeZone, localDay, startOfDay, toLocalIso } from '@plinth/core/http'
import { nextRun } from '@plinth/core/internal'
import { sql } from '@plinth/core'
import pg from 'pg'
import { Kysely, PostgresDialect } from 'kysely'
import { expect, inject, test } from 'vitest'

const now = new Date('2026-06-01T00:00:00Z')

test('names mean the same to Intl and to the database, every week of some years', async () => {
  const db = new Kysely<never>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: inject('postgresUrl'), max: 1 }) }),
  })
  try {
    const { rows: known } = await sql<{ name: string }>`select name from pg_timezone_names`.execute(db)
    const names = [...new Set([...Intl.supportedValuesOf('timeZone'), ...known.map(({ name }) => name)])]
    const accepted = names.filter(isTimeZone)
    expect(accepted).toEqual(expect.arrayContaining(['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/Port-au-Prince']))
    expect(accepted).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(CET|MET|EET|WET|EST|GMT\+0|Factory)$/)]),
    )
    expect(accepted.length).toBeGreaterThan(400)
    const times = Array.from({ length: 160 }, (_, week) => new Date(Date.UTC(2024, 0, 1) + week * 7 * 86_400_000))
    const { rows } = await sql<{ name: string; shown: string[] }>`
      select name, array(select to_char(t at time zone name, 'YYYY-MM-DD"T"HH24:MI:SS') from unnest(${times}::timestamptz[])
        with ordinality u(t, n) order by n) as shown
      from unnest(${accepted}::text[]) name where name in (select name from pg_timezone_names)`.execute(db)
    const differing = rows.filter(({ name, shown }) =>
      shown.some((text, index) => text !== toLocalIso(times[index]!.getTime(), name).slice(0, 19)),
    )
    // What differs is refused, whichever side has the newer rules.
    for (const { name } of differing)
      await expect(assertTimeZone({ db: db as never, now: () => now }, name)).rejects.toThrow('different rules')
    expect(differing.length).toBeLessThan(10)
    await assertTimeZone({ db: db as never, now: () => now }, 'Europe/Berlin')
    await expect(assertTimeZone({ db: db as never, now: () => now }, 'Mars/Base')).rejects.toThrow('does not know')
  } finally {
    await db.destroy()
  }
})

const ZONES = [
  ['Europe/Berlin', 2026, 365],
  ['Australia/Lord_Howe', 2026, 365],
  ['Pacific/Chatham', 2026, 365],
  ['Pacific/Apia', 2011, 364],
  ['America/Sao_Paulo', 2018, 365],
  ['Africa/Cairo', 2026, 365],
  ['America/Havana', 2026, 365],
] as const

/** How often a job runs on each day of a year. */
function runsOf(schedule: string, timeZone: string, year: number): Map<string, number> {
  const end = startOfDay(`${year + 1}-01-01`, timeZone)
  const days = new Map<string, number>()
  let time = nextRun({ schedule, timeZone }, new Date(startOfDay(`${year}-01-01`, timeZone).getTime() - 1))
  for (; time < end; time = nextRun({ schedule, timeZone }, time)) {
    const day = localDay(time.getTime(), timeZone)
    days.set(day, (days.get(day) ?? 0) + 1)
  }
  return days
}

test.each(ZONES)('a daily job runs once on each day, also when clocks change: %s', (timeZone, year, count) => {
  for (const schedule of ['30 2 * * *', '0 0 * * *', '45 1 * * *', '15 0 * * *'])
    expect([...runsOf(schedule, timeZone, year)]).toEqual(
      Array.from({ length: 366 }, (_, index) => new Date(Date.UTC(year, 0, 1 + index)).toISOString().slice(0, 10))
        .filter((day) => day.startsWith(`${year}`) && localDay(startOfDay(day, timeZone).getTime(), timeZone) === day)
        .map((day) => [day, 1]),
    )
  expect(runsOf('0 12 * * *', timeZone, year).size).toBe(count)
})

test('an hourly job runs in both hours that clocks show twice, and not in one that they skip', () => {
  const runs = runsOf('0 * * * *', 'Europe/Berlin', 2026)
  expect([...runs].filter(([, count]) => count !== 24)).toEqual([
    ['2026-03-29', 23],
    ['2026-10-25', 25],
  ])
  const at = (after: string) =>
    nextRun({ schedule: '30 2 * * *', timeZone: 'Europe/Berlin' }, new Date(after)).toISOString()
  expect(at('2026-03-28T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z')
  expect(at('2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z')
  expect(at('2026-10-25T00:30:00Z')).toBe('2026-10-26T01:30:00.000Z')
})
