import { localDate, type Period, periodOf, type Preset, presets, previousPeriod, yearBefore } from '@plinth/dashboards'
import { describe, expect, test } from 'vitest'

/** From, to (exclusive). */
type Days = readonly [string, string]
const days = ({ from, to }: Period): Days => [from, to]

describe.each<[string, Partial<Record<Preset, readonly [Days, Days, Days]>>]>([
  [
    '2024-02-29',
    {
      today: [
        ['2024-02-29', '2024-03-01'],
        ['2024-02-28', '2024-02-29'],
        ['2023-02-28', '2023-03-01'],
      ],
      yesterday: [
        ['2024-02-28', '2024-02-29'],
        ['2024-02-27', '2024-02-28'],
        ['2023-02-28', '2023-03-01'],
      ],
      this_week: [
        ['2024-02-26', '2024-03-04'],
        ['2024-02-19', '2024-02-26'],
        ['2023-02-25', '2023-03-04'],
      ],
      this_month: [
        ['2024-02-01', '2024-03-01'],
        ['2024-01-01', '2024-02-01'],
        ['2023-02-01', '2023-03-01'],
      ],
      last_quarter: [
        ['2023-10-01', '2024-01-01'],
        ['2023-07-01', '2023-10-01'],
        ['2022-10-01', '2023-01-01'],
      ],
      last_7_days: [
        ['2024-02-23', '2024-03-01'],
        ['2024-02-16', '2024-02-23'],
        ['2023-02-22', '2023-03-01'],
      ],
    },
  ],
  [
    '2025-02-28',
    {
      this_month: [
        ['2025-02-01', '2025-03-01'],
        ['2025-01-01', '2025-02-01'],
        ['2024-02-01', '2024-03-01'],
      ],
      last_7_days: [
        ['2025-02-22', '2025-03-01'],
        ['2025-02-15', '2025-02-22'],
        ['2024-02-22', '2024-02-29'],
      ],
      last_year: [
        ['2024-01-01', '2025-01-01'],
        ['2023-01-01', '2024-01-01'],
        ['2023-01-01', '2024-01-01'],
      ],
    },
  ],
  [
    '2026-05-31',
    {
      last_week: [
        ['2026-05-18', '2026-05-25'],
        ['2026-05-11', '2026-05-18'],
        ['2025-05-18', '2025-05-25'],
      ],
      last_month: [
        ['2026-04-01', '2026-05-01'],
        ['2026-03-01', '2026-04-01'],
        ['2025-04-01', '2025-05-01'],
      ],
      this_quarter: [
        ['2026-04-01', '2026-07-01'],
        ['2026-01-01', '2026-04-01'],
        ['2025-04-01', '2025-07-01'],
      ],
      this_year: [
        ['2026-01-01', '2027-01-01'],
        ['2025-01-01', '2026-01-01'],
        ['2025-01-01', '2026-01-01'],
      ],
      last_30_days: [
        ['2026-05-02', '2026-06-01'],
        ['2026-04-02', '2026-05-02'],
        ['2025-05-02', '2025-06-01'],
      ],
      last_90_days: [
        ['2026-03-03', '2026-06-01'],
        ['2025-12-03', '2026-03-03'],
        ['2025-03-03', '2025-06-01'],
      ],
    },
  ],
])('on %s', (today, expected) => {
  test.each(Object.entries(expected))('%s, the one before, and a year before', (name, periods) => {
    const preset = name as Preset
    expect([periodOf, previousPeriod, yearBefore].map((find) => days(find(preset, today)))).toEqual(periods)
  })
})

test('on every day of eight years, periods hold today or end at it, and those before end where they begin', () => {
  for (let at = Date.parse('2020-01-01'); at < Date.parse('2028-01-01'); at += 86_400_000) {
    const today = new Date(at).toISOString().slice(0, 10)
    for (const preset of presets) {
      const [now, before, year] = [periodOf, previousPeriod, yearBefore].map((find) => find(preset, today)) as [
        Period,
        Period,
        Period,
      ]
      expect(preset.startsWith('last') || preset === 'yesterday' || (now.from <= today && today < now.to)).toBe(true)
      expect(before.to).toBe(now.from)
      expect(year.from < year.to && year.to <= now.from).toBe(true)
    }
  }
})

test('a day is what people in the time zone call it', () => {
  const at = new Date('2026-03-31T22:30:00Z')
  expect(localDate(at, 'UTC')).toBe('2026-03-31')
  expect(localDate(at, 'Europe/Berlin')).toBe('2026-04-01')
  expect(localDate(at, 'America/Los_Angeles')).toBe('2026-03-31')
  expect(localDate(new Date('2026-01-01T11:00:00Z'), 'Pacific/Kiritimati')).toBe('2026-01-02')
})
