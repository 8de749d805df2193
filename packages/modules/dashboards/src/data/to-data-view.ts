import { badInput, type Context } from '@plinth/core'
import { startOfDay } from '@plinth/core/http'
import type { DataRequest, DataView } from './request.ts'
import type { DataStatement, DataSums } from './statement.ts'

/** Converts the result of the database for clients. */
export async function toDataView(
  ctx: Pick<Context, 'inject' | 'now'>,
  { summed, statement, request }: { summed: DataSums; statement: DataStatement; request: DataRequest },
): Promise<DataView> {
  const { previous, currencies } = summed
  const { group, seriesIn, isByCurrency } = statement
  const isMixed = currencies !== null && currencies[0] !== currencies[1]
  if (isMixed && !isByCurrency) throw mixed(request, currencies)
  const value = isMixed ? null : summed.value
  const listed = seriesIn === null ? summed.groups : toSeries(summed.groups, seriesIn)
  const groups = listed.map(
    ([key, sum]) => [group?.type === 'time' && key !== null ? toIso(String(key)) : key, sum] as const,
  )
  const label = await labelsOf(ctx, { groups, statement, request })
  return {
    value,
    data: groups.map(([groupKey, sum]) => ({ groupKey, ...label(groupKey), value: sum })),
    ...(request.dateRange && value !== null && previous !== null && { comparison: toComparison(value, previous) }),
    metadata: { fetchedAt: ctx.now().toISOString(), recordCount: group ? groups.length : value === null ? 0 : 1 },
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
  const begins = days.map(([day, sum]) => [startOfDay(String(day), timeZone).toISOString(), sum] as const)
  return begins.filter(([time], index) => time !== begins[index + 1]?.[0])
}

type GroupKey = DataView['data'][number]['groupKey']

interface LabelledGroups {
  readonly groups: readonly (readonly [GroupKey, number | null])[]
  readonly statement: DataStatement
  readonly request: DataRequest
}

/** Labels from the field's own service, if it has one; keys unknown to the service have none. */
async function labelsOf({ inject }: Pick<Context, 'inject'>, { groups, statement, request }: LabelledGroups) {
  const { labels: service } = statement.group?.field ?? {}
  const keys = groups.flatMap(([key]) => (key === null ? [] : [String(key)]))
  if (!request.groupBy?.resolveLabels) return () => ({})
  const labels = service ? await inject(service).of(keys) : (statement.group?.options ?? null)
  return (key: GroupKey) => {
    const groupLabel = key === null ? undefined : labels ? labels.get(String(key)) : String(key)
    return groupLabel === undefined ? {} : { groupLabel }
  }
}

function toComparison(value: number, previous: number): NonNullable<DataView['comparison']> {
  // Nothing is no base for a percentage.
  const change = value === previous ? 0 : previous === 0 ? null : ((value - previous) / Math.abs(previous)) * 100
  const direction = value > previous ? 'up' : value < previous ? 'down' : 'unchanged'
  return { value: previous, change, direction }
}

const toIso = (text: string) => new Date(text).toISOString()
