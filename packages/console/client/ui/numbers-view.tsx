import type { JSX } from 'preact'
import { bytes, number } from '../lib/format.ts'
import { groupName } from '../lib/group-names.ts'
import { t } from '../lib/i18n.ts'
import { pageOf, useRowsBehind } from '../lib/rows-behind.ts'
import { formatStep, formatStepShort } from '../lib/steps.ts'
import type { DataAnswer, DataRequest, Look, PRESETS } from '../lib/widgets.ts'
import { Chart } from '../kit/charts.tsx'
import { Bars } from './bars.tsx'
import { deferred } from './deferred.tsx'

const Donut = deferred(async () => (await import('./donut.tsx')).Donut)

interface NumbersProps {
  readonly look: Look
  readonly request: DataRequest
  readonly answer: DataAnswer
  readonly title: string
}

/** In percent; null if there was nothing that it could be compared with. */
function toChange({ change, direction, value }: NonNullable<DataAnswer['comparison']>): string | null {
  if (change === null || value === 0) return null
  const sign = direction === 'unchanged' ? '±' : direction === 'up' ? '+' : ''
  return sign + number(change / 100, { style: 'percent', maximumFractionDigits: 0 })
}

/** The numbers of a widget as its look draws them. */
export function NumbersView({ look, request, answer, title }: NumbersProps): JSX.Element {
  const rowsOf = useRowsBehind(request, answer.period)
  const [preset, comparedWith] = [request.dateRange?.preset, request.comparison?.type]
  const period = preset && <p class="muted below">{t(`preset.${preset as (typeof PRESETS)[number]}`)}</p>
  if (look === 'figure') {
    const { comparison } = answer
    const change = comparison && toChange(comparison)
    return (
      <div class="stack">
        <p class="figure">{number(answer.value ?? 0, { maximumFractionDigits: 2 })}</p>
        {change && (
          <p class={`change ${comparison.direction}`}>
            {change} {comparedWith === 'previous_year' ? t('home.comparedYear') : t('home.compared')}
          </p>
        )}
        {period}
      </div>
    )
  }
  if (answer.data.length === 0) return <p class="muted">{t('home.noNumbers')}</p>
  const { groupBy, splitBy, entityType } = request
  const isTime = groupBy?.['granularity'] !== undefined
  const { choices = {} } = pageOf(entityType) ?? {}
  const format = look === 'bytes' ? bytes : (value: number) => number(value, { maximumFractionDigits: 2 })
  const groups = answer.data.map(({ groupKey, groupLabel, value }) => ({
    key: String(groupKey),
    label: isTime
      ? formatStep(new Date(String(groupKey)).getTime())
      : groupName(groupKey, groupLabel, choices[String(groupBy?.['field'])]),
    value: value ?? 0,
    text: format(value ?? 0),
    href: rowsOf(groupKey),
  }))
  if (look === 'donut') {
    const whole = answer.value ?? groups.reduce((sum, one) => sum + one.value, 0)
    return (
      <>
        <Donut title={title} parts={groups} total={number(whole, { notation: 'compact' })} />
        {period}
      </>
    )
  }
  if (look === 'trend' || look === 'columns') {
    const { data, series } = answer
    return (
      <>
        <Chart
          title={title}
          look={look === 'trend' ? 'line' : series && canStack(request, answer) ? 'stacked' : 'columns'}
          labels={groups.map(({ label }) => label)}
          {...(isTime && { shortLabels: groups.map(({ key }) => formatStepShort(new Date(key).getTime())) })}
          series={
            series?.map(({ seriesKey, seriesLabel, isOther }, index) => ({
              name: isOther ? t('chart.others') : groupName(seriesKey, seriesLabel, choices[splitBy?.field ?? '']),
              values: data.map(({ values }) => values?.[index] ?? null),
            })) ?? [{ name: title, values: groups.map(({ value }) => value) }]
          }
          format={format}
          {...(groups.some(({ href }) => href !== undefined) && {
            hrefOf: (place, index) => {
              const one = index === undefined ? undefined : series?.[index]
              if (!one) return groups[place]!.href
              // No list can be limited to all values but some.
              return one.isOther ? undefined : rowsOf(data[place]!.groupKey, one.seriesKey)
            },
          })}
        />
        {period}
      </>
    )
  }
  return (
    <>
      <Bars bars={groups} />
      {period}
    </>
  )
}

/** Counts and sums of parts add up to those of the whole; averages do not, nor do amounts in several currencies. */
const canStack = ({ metric }: DataRequest, { data }: DataAnswer) =>
  ['count', 'sum'].includes(metric.aggregate) && data.every(({ value }) => value !== null)
