import { badInput, type Context } from '@plinth/core'
import { startOfDay } from '@plinth/core/http'
import { lastDayOf } from './calendar.ts'
import { type DataRequest, type DataView, OTHERS } from './request.ts'
import type { DataStatement, DataSums } from './statement.ts'

/** Converts the result of the database for clients. */
export async function toDataView(
  ctx: Pick<Context, 'inject' | 'now'>,
  {
    summed,
    statement,
    request,
    isPartial,
  }: { summed: DataSums; statement: DataStatement; request: DataRequest; isPartial: boolean },
): Promise<DataView> {
  const { previous, currencies } = summed
  const { group, split, seriesIn, currencyBy, period, empty } = statement
  const isMixed = currencies !== null && currencies[0] !== currencies[1]
  if (isMixed && !currencyBy) throw mixed(request, currencies)
  const value = isMixed ? null : summed.value
  const listed = seriesIn === null ? summed.groups : toSeries(summed.groups, seriesIn)
  const groups = listed.map(
    ([key, sum, cells]) => [group?.type === 'time' && key !== null ? toIso(String(key)) : key, sum, cells] as const,
  )
  const label = await labelsOf(ctx, { keys: groups.map(([key]) => key), of: group, by: request.groupBy })
  // Amounts in several currencies have no sum, whether they are of a group or of a series.
  const [isSumOfGroup, isSumOfSeries] = (['group', 'series'] as const).map((by) => !isMixed || currencyBy === by)
  const series = summed.series ?? []
  const nameOf = await labelsOf(ctx, { keys: series.map(([key]) => key), of: split, by: request.splitBy })
  const cellsOf = (cells: DataSums['groups'][number][2]) =>
    series.map(([, , isOther], index) =>
      isOther && !isSumOfGroup ? null : (cells?.[isOther ? OTHERS : index + 1] ?? empty),
    )
  return {
    value,
    data: groups.map(([groupKey, sum, cells]) => {
      const named = label(groupKey)
      return {
        groupKey,
        ...(named !== undefined && { groupLabel: named }),
        value: isSumOfGroup ? sum : null,
        ...(split && { values: cellsOf(cells) }),
      }
    }),
    ...(split && {
      series: series.map(([seriesKey, sum, isOther]) => {
        const named = isOther ? undefined : nameOf(seriesKey)
        return {
          seriesKey,
          ...(named !== undefined && { seriesLabel: named }),
          isOther,
          value: isSumOfSeries && (isSumOfGroup || !isOther) ? sum : null,
        }
      }),
    }),
    ...(period && { period: { from: period.from, to: lastDayOf(period) } }),
    ...(request.dateRange && value !== null && previous !== null && { comparison: toComparison(value, previous) }),
    metadata: {
      fetchedAt: ctx.now().toISOString(),
      recordCount: group ? groups.length : value === null ? 0 : 1,
      ...(isPartial && { isPartial }),
    },
  }
}

/** Amounts in different currencies have no sum, average, minimum or maximum. */
function mixed({ metric: { field, aggregate } }: DataRequest, currencies: readonly string[]) {
  const names = currencies.map((one) => (one === '' ? 'no currency' : one)).join(' and ')
  return badInput(
    `The amounts of ${field} are in ${names}, so there is no ${aggregate}: group or filter by their currency`,
  )
}

/**
 * Days as the times at which they begin. The first of two midnights counts, and a day that the calendar skips is left out: it would
 * begin with the next one.
 */
function toSeries(days: DataSums['groups'], timeZone: string): DataSums['groups'] {
  const begins = days.map(([day, ...rest]) => [startOfDay(String(day), timeZone).toISOString(), ...rest] as const)
  return begins.filter(([time], index) => time !== begins[index + 1]?.[0])
}

type GroupKey = DataView['data'][number]['groupKey']

interface Labelled {
  readonly keys: readonly GroupKey[]
  readonly of: DataStatement['group']
  readonly by: { readonly resolveLabels?: boolean | undefined } | undefined
}

/** Labels from the field's own service, if it has one; keys unknown to the service have none. */
async function labelsOf({ inject }: Pick<Context, 'inject'>, { keys, of, by }: Labelled) {
  if (!by?.resolveLabels) return () => undefined
  const service = of?.field.labels
  const known = keys.flatMap((key) => (key === null ? [] : [String(key)]))
  const labels = service ? await inject(service).of(known) : (of?.options ?? null)
  return (key: GroupKey) => (key === null ? undefined : labels ? labels.get(String(key)) : String(key))
}

function toComparison(value: number, previous: number): NonNullable<DataView['comparison']> {
  // Nothing is no base for a percentage.
  const change = value === previous ? 0 : previous === 0 ? null : ((value - previous) / Math.abs(previous)) * 100
  const direction = value > previous ? 'up' : value < previous ? 'down' : 'unchanged'
  return { value: previous, change, direction }
}

const toIso = (text: string) => new Date(text).toISOString()
