import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { parseDate } from '@plinth/core'
import { Moment } from '@plinth/core/http'
import { expect, test } from 'vitest'

const MOMENTS = {
  '2026': '2026-01-01T00:00:00.000Z',
  '2026-05': '2026-05-01T00:00:00.000Z',
  '2026-05-31': '2026-05-31T00:00:00.000Z',
  '2026-05-31T12:30': '2026-05-31T12:30:00.000Z',
  '2026-05-31 12:30:15.5': '2026-05-31T12:30:15.500Z',
  '2026-05-31t12:30:15z': '2026-05-31T12:30:15.000Z',
  '2026-05-31T12:30:15+02:00': '2026-05-31T10:30:15.000Z',
  '2026-05-31T24:00:00-0130': '2026-06-01T01:30:00.000Z',
  '2024-02-29': '2024-02-29T00:00:00.000Z',
  '0001-01-01': '0001-01-01T00:00:00.000Z',
}
/** What JavaScript takes for dates beside ISO 8601. */
const OTHERS = {
  '2026/05/31': '2026-05-31T00:00:00.000Z',
  'May 31 2026 12:30 PM': '2026-05-31T12:30:00.000Z',
  '2026-05-31 12:30 PM': '2026-05-31T12:30:00.000Z',
  '05-31-2026': '2026-05-31T00:00:00.000Z',
  '2026-5-31 12:30:00Z': '2026-05-31T12:30:00.000Z',
  'Sun, 31 May 2026 12:30:00 GMT': '2026-05-31T12:30:00.000Z',
  'Sun May 31 2026 12:30:00 GMT+0200 (CEST)': '2026-05-31T10:30:00.000Z',
  '31 May 2026 12:30 EST': '2026-05-31T17:30:00.000Z',
  '2026-5-31 12:30:00 +0200': '2026-05-31T10:30:00.000Z',
  '2026-05-31Z': '2026-05-31T00:00:00.000Z',
  '1/2/30': '2030-01-02T00:00:00.000Z',
  '31 Dec 2026 23:30 GMT-0500': '2027-01-01T04:30:00.000Z',
}
const NONE = ['', 'soon', '2026-13', '2026-05-32', '2026-05-31T25:00', `${' '.repeat(200_000)}x`]
/** JavaScript takes them for a day of the next month. */
const MISSING = [
  '2026-02-30',
  '2026-02-29T10:00:00Z',
  'Feb 30 2026',
  '31 Apr 2026 12:30 EST',
  'Sun Feb 29 2026 12:30:00 GMT+0200 (CEST)',
  '2026/2/30',
  '02-30-2026',
  '2/30/3',
]

test.each(Object.entries(MOMENTS))('%s is a moment, and a date', (text, instant) => {
  expect(Moment.parse(text)).toBe(instant)
  expect(parseDate(text)).toBe(Date.parse(instant))
})

test.each(Object.entries(OTHERS))('%s is a date, and no moment', (text, instant) => {
  expect(parseDate(text)).toBe(Date.parse(instant))
  expect(Moment.safeParse(text).success).toBe(false)
})

test.each([...NONE, ...MISSING])('%j is no date', (text) => {
  expect(parseDate(text)).toBeNaN()
  expect(Moment.safeParse(text).success).toBe(false)
})

test('every host reads the same dates, whatever its time zone is', async () => {
  const texts = [...Object.keys(MOMENTS), ...Object.keys(OTHERS), '2026-03-29T02:30', '2026-03-08 02:30 AM']
  const program = `import { parseDate } from '@plinth/core'
    console.log(JSON.stringify(${JSON.stringify(texts)}.map(parseDate)))`
  const read = async (TZ: string) =>
    promisify(execFile)(
      process.execPath,
      ['--conditions=@plinth/source', '--input-type=module-typescript', '-e', program],
      {
        env: { ...process.env, TZ },
        cwd: import.meta.dirname,
      },
    )
  const [utc, ...others] = await Promise.all(['UTC', 'America/New_York', 'Asia/Tokyo', 'Europe/Berlin'].map(read))
  for (const { stdout } of others) expect(stdout).toBe(utc!.stdout)
})
