import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import type { Clash, Side } from '../lib/editing.ts'
import { knownName } from '../lib/data.ts'
import { valueText, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import type { Difference } from '../lib/merge.ts'
import { FieldTable } from './field-table.tsx'

interface MergeProps {
  /** The label of a field. */
  readonly titleOf: (name: string) => string
  readonly clash: Clash
  readonly choose: (name: string, side: Side) => void
}

/** What others have changed, beside what the form says. Where both changed the same, one is chosen. */
export function MergeTable({ clash, choose, titleOf }: MergeProps): JSX.Element {
  const columns = [t('diff.before'), t('merge.theirs'), t('merge.mine')]
  return (
    <FieldTable columns={columns}>
      {clash.conflicts.map((row) => (
        <Conflicting
          key={row.name}
          row={row}
          title={titleOf(row.name)}
          chosen={clash.chosen[row.name]}
          choose={choose}
        />
      ))}
      {clash.taken.map(({ name, before, now }) => (
        <tr key={name}>
          <th scope="row">{titleOf(name)}</th>
          <td data-label={columns[0]}>{shortText(before)}</td>
          <td data-label={columns[1]}>
            <ins>{changeText(before, now)}</ins>
          </td>
          <td data-label={columns[2]}>{t('merge.taken')}</td>
        </tr>
      ))}
    </FieldTable>
  )
}

/** Of a list, what was added and removed. */
function changeText(before: unknown, after: unknown): string {
  if (!Array.isArray(before) || !Array.isArray(after)) return shortText(after)
  const [was, is] = [before, after].map((list: unknown[]) => list.map((one) => shortText(one))) as [string[], string[]]
  const changes = [
    ...is.filter((one) => !was.includes(one)).map((one) => `+ ${one}`),
    ...was.filter((one) => !is.includes(one)).map((one) => `− ${one}`),
  ]
  return changes.length > 0 ? visible(changes.join('\n'), MAX_TEXT) : shortText(after)
}

const MAX_TEXT = 300

function shortText(value: unknown): string {
  const named = (one: unknown) => (typeof one === 'string' ? (knownName(one) ?? one) : one)
  return visible(valueText(Array.isArray(value) ? value.map(named) : named(value)), MAX_TEXT)
}

interface RowProps {
  readonly row: Difference
  readonly title: string
  readonly chosen: Side | undefined
  readonly choose: (name: string, side: Side) => void
}

/** The form is not sent before one of both is chosen. */
function Conflicting({ row, title, chosen, choose }: RowProps): JSX.Element {
  const group = useId()
  const { name, before } = row
  return (
    <tr>
      <th scope="row">{title}</th>
      <td data-label={t('diff.before')}>{shortText(before)}</td>
      {(['theirs', 'mine'] as const).map((side) => (
        <td key={side} data-label={t(`merge.${side}`)}>
          <label class="check">
            <input
              type="radio"
              name={group}
              required
              checked={chosen === side}
              onChange={() => choose(name, side)}
              aria-label={`${title}: ${t(`merge.${side}`)}`}
            />
            <ins>{changeText(before, row[side])}</ins>
          </label>
        </td>
      ))}
    </tr>
  )
}
