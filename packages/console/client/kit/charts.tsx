import type { JSX } from 'preact'
import { number } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { formatStep, formatStepShort } from '../lib/steps.ts'
import { Bars } from '../ui/bars.tsx'
import type { ChartProps } from '../ui/chart-props.ts'
import { deferred } from '../ui/deferred.tsx'
import type { DonutProps } from '../ui/donut.tsx'
import { Empty } from '../ui/states.tsx'

const ChartView = deferred(async () => (await import('../ui/chart.tsx')).Chart)
const DonutView = deferred(async () => (await import('../ui/donut.tsx')).Donut)
const Nothing = () => <Empty icon="chart" title={t('records.empty')} />

/**
 * Lines, columns or stacked columns of one or several series. The values are shown at the pointer and by the arrow keys, and below it as
 * a table. With `hrefOf`, a place leads to what is behind it.
 */
export const Chart = (props: ChartProps): JSX.Element =>
  props.labels.length === 0 ? <Nothing /> : <ChartView {...props} />

export interface LineChartProps {
  /** Names the chart for screen readers. */
  readonly title: string
  /** Times in milliseconds and their values, in order. */
  readonly points: readonly (readonly [time: number, value: number])[]
}

/** A line over time. The numbers are below it, for screen readers and everybody else. */
export const LineChart = ({ title, points }: LineChartProps): JSX.Element => (
  <Chart
    title={title}
    labels={points.map(([time]) => formatStep(time))}
    shortLabels={points.map(([time]) => formatStepShort(time))}
    series={[{ name: title, values: points.map(([, value]) => value) }]}
  />
)

export interface BarChartProps {
  /** What each bar is called, and its value. */
  readonly bars: readonly (readonly [label: string, value: number])[]
  /** How values are written. Default: as numbers. */
  readonly format?: (value: number) => string
}

/** Bars beside each other, with their values. */
export function BarChart({ bars, format = number }: BarChartProps): JSX.Element {
  if (bars.length === 0) return <Nothing />
  return <Bars bars={bars.map(([label, value]) => ({ key: label, label, value, text: format(value) }))} />
}

export interface DonutChartProps extends BarChartProps {
  /** Names the chart for screen readers. */
  readonly title: string
}

/** Parts of a whole, with their shares. Those after the seventh are one. */
export function DonutChart({ title, bars, format = number }: DonutChartProps): JSX.Element {
  if (bars.length === 0) return <Nothing />
  const parts: DonutProps['parts'] = bars.map(([label, value]) => ({ key: label, label, value, text: format(value) }))
  return <DonutView title={title} parts={parts} total={format(bars.reduce((sum, [, value]) => sum + value, 0))} />
}
