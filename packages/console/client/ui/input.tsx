import type { ComponentChildren, JSX } from 'preact'
import { isAmount, toLocalMoment } from '../lib/format.ts'
import { textIn, textOr } from '../lib/i18n.ts'
import { numberListText } from '../lib/number-list.ts'
import type { Field as FieldOf } from '../lib/openapi.ts'
import { type Described, Select } from './field.tsx'

/** A control of its own for a field. */
export type Control = (props: {
  readonly value: unknown
  readonly set: (value: unknown) => void
  readonly described: Described
}) => ComponentChildren

interface InputProps {
  readonly field: FieldOf
  readonly value: unknown
  readonly set: (value: unknown) => void
  readonly described: Partial<Described> & { readonly 'aria-label'?: string }
}

/** The control that follows from the schema of a field. */
export function Input({ field, value, set, described }: InputProps): JSX.Element {
  const common = {
    ...described,
    class: 'input',
    required: field.isRequired,
    minLength: field.isRequired ? field.minLength : undefined,
    maxLength: field.maxLength,
  }
  const text = toText(value)
  switch (field.kind) {
    case 'choice':
      return (
        <Select
          {...described}
          value={text}
          onChange={set}
          isRequired={field.isRequired}
          options={[
            ...(field.isRequired && text !== '' ? [] : [['', '—'] as const]),
            ...field.choices!.map((one) => [one, labelOfChoice(field, one)] as const),
          ]}
        />
      )
    case 'long':
      return <textarea {...common} rows={4} value={text} onInput={(event) => set(event.currentTarget.value)} />
    case 'json':
      return (
        <textarea
          {...common}
          class="input mono"
          rows={4}
          spellcheck={false}
          value={
            typeof value === 'string'
              ? value
              : value === undefined || value === null
                ? ''
                : JSON.stringify(value, null, 2)
          }
          onInput={(event) => set(event.currentTarget.value)}
        />
      )
    case 'number':
      return (
        <input
          {...common}
          type="number"
          inputMode="decimal"
          step={field.isInteger ? 1 : 'any'}
          min={field.minimum}
          max={field.maximum}
          value={text}
          onInput={(event) => set(event.currentTarget.value)}
        />
      )
    case 'date':
      return (
        <input
          {...common}
          type={field.isDay ? 'date' : 'datetime-local'}
          value={field.isDay || !text.endsWith('Z') ? text : toLocalMoment(text)}
          onInput={(event) => set(event.currentTarget.value)}
        />
      )
    case 'list':
      return (
        <input
          {...common}
          type="text"
          value={!Array.isArray(value) ? text : field.hasNumbers ? numberListText(value) : value.join(', ')}
          onInput={(event) => set(event.currentTarget.value)}
        />
      )
    default: {
      const typed = { ...common, value: text, onInput: (event: Typed) => set(event.currentTarget.value) }
      // Its text stays exact, and is typed with the decimal separator of the reader.
      if (isAmount(field)) return <input {...typed} type="number" inputMode="decimal" step="any" />
      if (field.kind === 'email') return <input {...typed} type="email" autoComplete="off" />
      if (field.kind === 'password') return <input {...typed} type="password" autoComplete="new-password" />
      return <input {...typed} type="text" autoComplete="off" />
    }
  }
}

interface Typed {
  readonly currentTarget: HTMLInputElement
}

/** What a value of a field is called. */
export function labelOfChoice({ choiceLabels }: Pick<FieldOf, 'choiceLabels'>, value: string): string {
  const label = choiceLabels?.[value]
  return label === undefined ? choiceName(value) : textIn(label)
}

/** The name of one of a few values: `configurable` as "Configurable". */
export const choiceName = (value: string) =>
  textOr(`choice.${value}`, value.charAt(0).toUpperCase() + value.slice(1).toLowerCase().replace(/_/g, ' '))

const toText = (value: unknown) => (value === null || value === undefined ? '' : String(value))
