import type { ComponentChildren, JSX } from 'preact'
import { currencyOf, isAmount, isExact } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import type { Field } from '../lib/openapi.ts'
import type { Row } from '../lib/types.ts'

interface LinesTableProps {
  readonly field: Field
  /** The record that has the lines, and its members. */
  readonly row: Row
  readonly members: readonly Field[]
  readonly titleOf: (field: Field) => string
  /** Members whose records are shown in the place of their ids, as `items.product`. */
  readonly references: Readonly<Record<string, string>>
  readonly cell: (field: Field, value: unknown, of: Row) => ComponentChildren
}

/** The lines of a record, in their order, with their sums. */
export function LinesTable({ field, row, members, titleOf, references, cell }: LinesTableProps): JSX.Element {
  const { fields = [], order, sums = {} } = field
  const lines = (row[field.name] ?? []) as readonly Row[]
  const isShown = ({ name, isId, kind }: Field) =>
    !isId || kind === 'record' || references[`${field.name}.${name}`] !== undefined
  const shown = fields.filter((one) => one.name !== 'id' && one.name !== order && isShown(one))
  if (lines.length === 0) return <p class="muted">{t('lines.none')}</p>
  const hasSums = shown.some(({ name }) => sums[name] !== undefined)
  const isNumber = (one: Field) => one.kind === 'number' || isExact(one) || sums[one.name] !== undefined
  const sumOf = (one: Field) => {
    const member = members.find(({ name }) => name === sums[one.name]) ?? one
    const codes = new Set(lines.map((line) => currencyOf(one, line)))
    // A sum that says no currency itself is in that of all lines.
    const [currency] = isAmount(member) || codes.size > 1 ? [] : codes
    return cell(currency ? { ...member, currency } : member, row[sums[one.name]!], row)
  }
  return (
    <div class="lines">
      <div class="scroller" tabIndex={0} role="region" aria-label={titleOf(field)}>
        <table>
          <thead>
            <tr>
              {shown.map((one) => (
                <th scope="col" key={one.name} class={isNumber(one) ? 'number' : undefined}>
                  {titleOf({ ...one, name: `${field.name}.${one.name}` })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line, at) => (
              <tr key={String(line['id'] ?? at)}>
                {shown.map((one) => (
                  <td key={one.name} class={isNumber(one) ? 'number' : undefined}>
                    {cell({ ...one, name: `${field.name}.${one.name}` }, line[one.name], line)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {hasSums && (
            <tfoot>
              <tr>
                {shown.map((one) => (
                  <td key={one.name} class={isNumber(one) ? 'number' : undefined}>
                    {sums[one.name] !== undefined && sumOf(one)}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
    </div>
  )
}
