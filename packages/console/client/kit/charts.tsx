import type { JSX } from 'preact'
import { number } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { Bars } from '../ui/bars.tsx'
import { Plot } from '../ui/plot.tsx'
import { Empty } from '../ui/states.tsx'

export interface LineChartProps {
  /** Names the chart for screen readers. */
  readonly title: string
  /** Times in milliseconds and their values, in order. */
  readonly points: readonly (readonly [time: number, value: number])[]
}

/** A line over time. The numbers are below it, for screen readers and everybody else. */
export function LineChart({ title, points }: LineChartProps): JSX.Element {
  return points.length === 0 ? (
    <Empty icon="chart" title={t('records.empty')} />
  ) : (
    <Plot title={title} points={points} />
  )
}

export interface BarChartProps {
  /** What each bar is called, and its value. */
  readonly bars: readonly (readonly [label: string, value: number])[]
  /** How values are written. Default: as numbers. */
  readonly format?: (value: number) => string
}

/** Bars beside each other, with their values. */
export function BarChart({ bars, format = number }: BarChartProps): JSX.Element {
  if (bars.length === 0) return <Empty icon="chart" title={t('records.empty')} />
  return <Bars bars={bars.map(([label, value]) => ({ key: label, label, value, text: format(value) }))} />
}
