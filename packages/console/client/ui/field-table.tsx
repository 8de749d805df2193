import type { ComponentChildren, JSX } from 'preact'
import { t } from '../lib/i18n.ts'

interface TableProps {
  readonly columns: readonly string[]
  readonly children: ComponentChildren
}

/** Fields with several versions of their values. */
export function FieldTable({ columns, children }: TableProps): JSX.Element {
  return (
    <table class="diff">
      <thead>
        <tr>
          {[t('diff.field'), ...columns].map((column) => (
            <th scope="col" key={column}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
