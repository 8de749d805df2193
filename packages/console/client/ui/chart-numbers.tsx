import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { t } from '../lib/i18n.ts'
import { hrefOf } from '../lib/location.ts'
import type { ChartProps } from './chart-props.ts'

export const textOf = (value: number | null | undefined, format: (value: number) => string): string =>
  value === null || value === undefined ? '—' : format(value)

type NumbersProps = Required<Pick<ChartProps, 'title' | 'labels' | 'series' | 'format'>> & Pick<ChartProps, 'hrefOf'>

/** The values of a chart as a table, without places where nothing is. */
export function Numbers({ title, labels, series, format, hrefOf: target }: NumbersProps): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('plot.numbers')}</summary>
      {isOpen && (
        <div class="chart-numbers" tabIndex={0} role="region" aria-label={title}>
          <table class="table compact">
            {series.length > 1 && (
              <thead>
                <tr>
                  <td />
                  {series.map(({ name }, index) => (
                    <th key={index} scope="col" class="number">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
            )}
            <tbody>
              {labels.map(
                (label, at) =>
                  series.some(({ values }) => values[at]) && (
                    <tr key={at}>
                      <th scope="row">
                        <To path={target?.(at)}>{label}</To>
                      </th>
                      {series.map(({ values }, index) => (
                        <td key={index} class="number">
                          <To path={series.length > 1 && values[at] ? target?.(at, index) : undefined}>
                            {textOf(values[at], format)}
                          </To>
                        </td>
                      ))}
                    </tr>
                  ),
              )}
            </tbody>
          </table>
        </div>
      )}
    </details>
  )
}

const To = ({ path, children }: { readonly path: string | undefined; readonly children: string }): JSX.Element =>
  path === undefined ? <>{children}</> : <a href={hrefOf(path)}>{children}</a>
