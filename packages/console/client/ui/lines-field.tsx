import type { JSX } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { currencyOf, isAmount, unitName } from '../lib/format.ts'
import { memberName, t, textIn } from '../lib/i18n.ts'
import type { Field as FieldOf } from '../lib/openapi.ts'
import type { LocalText } from '../lib/types.ts'
import { Icon } from './icon.tsx'
import { type Control, Input } from './input.tsx'

/** A line as it is edited; those that are stored have an id. */
export type Line = Readonly<Record<string, unknown>> & { readonly id?: string }

interface LinesFieldProps {
  readonly field: FieldOf
  readonly label: string
  readonly value: readonly Line[] | undefined
  readonly set: (lines: readonly Line[]) => void
  /** What the form of the record says. */
  readonly record: Readonly<Record<string, unknown>>
  /** What is wrong, by path: `items.3.quantity`. */
  readonly problems: Readonly<Record<string, string>>
  /** Titles and controls of members, as `items.quantity`. */
  readonly labels: Readonly<Record<string, LocalText>>
  readonly controls: Readonly<Record<string, Control>>
}

/** What is focused after the next change. */
interface Target {
  readonly row: number
  readonly column: number | 'remove' | 'move'
}

/**
 * Lines of a record as a table. Enter leads to the line below, and adds one after the last; Alt with an arrow moves a line. A line
 * keeps its inputs while it moves.
 */
export function LinesField(props: LinesFieldProps): JSX.Element {
  const { field, label, set, record, problems, labels, controls } = props
  const lines = props.value ?? []
  const { name, fields = [] } = field
  const id = useId()
  const table = useRef<HTMLFieldSetElement>(null)
  const target = useRef<Target>(undefined)
  // Before the next key is typed.
  useLayoutEffect(() => {
    const { row, column } = target.current ?? { row: 0, column: 0 }
    if (!target.current) return
    target.current = undefined
    const rows = table.current!.querySelectorAll('tbody tr')
    const cells = rows[Math.min(row, rows.length - 1)]?.querySelectorAll<HTMLElement>('td')
    const cell = typeof column === 'number' ? cells?.[column] : cells?.[cells.length - 1]
    const found = cell?.querySelector<HTMLElement>(
      column === 'remove' ? '.danger' : 'input, select, textarea, button:not(:disabled)',
    )
    ;(found ?? table.current!.querySelector<HTMLElement>('.add'))?.focus()
  })
  const change = (next: readonly Line[], focus?: Target) => {
    target.current = focus
    set(next)
  }
  const add = (at: number) => change(lines.toSpliced(at, 0, {}), { row: at, column: 0 })
  const remove = (at: number) => change(lines.toSpliced(at, 1), { row: at, column: 'remove' })
  const move = (at: number, to: number, column: Target['column']) => {
    if (to < 0 || to >= lines.length) return
    change(lines.toSpliced(at, 1).toSpliced(to, 0, lines[at]!), { row: to, column })
  }
  const inputIn = (at: number, column: number) => {
    const row = table.current!.querySelectorAll('tbody tr')[at]
    return row?.querySelectorAll('td')[column]?.querySelector<HTMLElement>('input, select, textarea')
  }
  const onKeyDown = (event: KeyboardEvent, at: number, column: number) => {
    const input = event.target as HTMLElement
    if (event.defaultPrevented || event.isComposing || input.tagName === 'BUTTON') return
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (event.altKey && step) move(at, at + step, column)
    else if (event.key !== 'Enter' || input.tagName === 'TEXTAREA') return
    else if (at === lines.length - 1) add(lines.length)
    else inputIn(at + 1, column)?.focus()
    event.preventDefault()
  }
  const titleOf = (one: FieldOf) => {
    const own = labels[`${name}.${one.name}`]
    return own ? textIn(own) : (one.title ?? memberName(one.name))
  }
  return (
    <fieldset class="lines" ref={table}>
      <legend>{label}</legend>
      {problems[name] && lines.every((_line, at) => !isWrong(problems, `${name}.${at}.`)) && (
        <p class="problem" role="alert">
          {problems[name]}
        </p>
      )}
      {lines.length > 0 && (
        <div class="scroller" tabIndex={-1}>
          <table>
            <thead>
              <tr>
                {fields.map((one) => (
                  <th scope="col" key={one.name} class={isNumber(one) ? 'number' : undefined}>
                    {titleOf(one)}
                  </th>
                ))}
                <th scope="col">
                  <span class="hidden">{t('lines.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line, at) => (
                <tr key={line.id ?? `new ${at}`}>
                  {fields.map((one, column) => {
                    const problem = problems[`${name}.${at}.${one.name}`]
                    const key = `${id}-${at}-${one.name}`
                    const measure = measureOf(one, line, { fields, record })
                    const notes = [...(measure ? [`${key}-measure`] : []), ...(problem ? [`${key}-problem`] : [])]
                    const described = {
                      id: key,
                      'aria-describedby': notes.join(' ') || undefined,
                      'aria-invalid': problem ? (true as const) : undefined,
                    }
                    const value = line[one.name]
                    // What comes from the record that was chosen before is left to the server.
                    const cleared = fields
                      .filter(({ defaultFrom }) => defaultFrom?.relation === one.name)
                      .map((other) => [other.name, undefined] as const)
                    const write = (next: unknown) =>
                      set(lines.with(at, { ...line, ...Object.fromEntries(cleared), [one.name]: next }))
                    const control = controls[`${name}.${one.name}`]
                    return (
                      <td key={one.name} class={isNumber(one) ? 'number' : undefined}>
                        <div class={measure && 'measured'} onKeyDown={(event) => onKeyDown(event, at, column)}>
                          <label class="hidden" for={key}>
                            {t('lines.cell', { name: titleOf(one), line: at + 1 })}
                          </label>
                          {control?.({ value, set: write, described }) ??
                            (one.kind === 'boolean' ? (
                              <input
                                {...described}
                                type="checkbox"
                                checked={value === true}
                                onChange={(event) => write(event.currentTarget.checked)}
                              />
                            ) : (
                              <Input field={one} value={value} set={write} described={described} />
                            ))}
                          {measure && (
                            <span class="measure" id={`${key}-measure`}>
                              {measure}
                            </span>
                          )}
                          {problem && (
                            <p class="problem" id={`${key}-problem`}>
                              {problem}
                            </p>
                          )}
                        </div>
                      </td>
                    )
                  })}
                  <td class="line-actions">
                    {(
                      [
                        ['up', -1],
                        ['down', 1],
                      ] as const
                    ).map(([icon, step]) => (
                      <button
                        key={icon}
                        type="button"
                        class="icon-button"
                        aria-label={t(`lines.${icon}`, { line: at + 1 })}
                        disabled={at + step < 0 || at + step >= lines.length}
                        onClick={() => move(at, at + step, 'move')}
                      >
                        <Icon name={icon} size={16} />
                      </button>
                    ))}
                    <button
                      type="button"
                      class="icon-button danger"
                      aria-label={t('lines.remove', { line: at + 1 })}
                      onClick={() => remove(at)}
                    >
                      <Icon name="trash" size={16} />
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <button type="button" class="button small add" onClick={() => add(lines.length)}>
        <Icon name="plus" size={16} />
        {t('lines.add')}
      </button>
    </fieldset>
  )
}

const isNumber = (field: FieldOf) => field.kind === 'number' || isAmount(field)

interface Around {
  readonly fields: readonly FieldOf[]
  readonly record: Readonly<Record<string, unknown>>
}

/** What an amount of a line is typed in. A currency that the line does not have yet is that of the record, if it will be copied. */
function measureOf(field: FieldOf, line: Line, { fields, record }: Around): string | undefined {
  if (field.unit) return unitName(field.unit)
  const from = fields.find(({ name }) => name === field.currencyMember)?.defaultFrom
  // A relation that lines do not have is that to the record.
  const isOfRecord = from && !fields.some(({ name }) => name === from.relation)
  return currencyOf(field, line) ?? (isOfRecord ? currencyOf({ currencyMember: from.member }, record) : undefined)
}

const isWrong = (problems: Readonly<Record<string, string>>, prefix: string) =>
  Object.keys(problems).some((path) => path.startsWith(prefix))
