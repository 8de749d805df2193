import type { JSX } from 'preact'
import { fromLocalMoment, toLocalMoment } from '../lib/format.ts'
import { useTypedNumber } from '../lib/typed-number.ts'
import type { Described } from '../ui/field.tsx'

/** A control that `Field` ties to its label: spread what it passes to its children. */
export interface InputProps<T> extends Partial<Described> {
  readonly value: T | null
  readonly onChange: (value: T | null) => void
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
  /** Names the control where no label is shown. */
  readonly label?: string
}

/** A line of text. */
export function TextInput(props: InputProps<string>): JSX.Element {
  return <Typed {...props} type="text" text={props.value ?? ''} read={(text) => text || null} />
}

export interface NumberInputProps extends InputProps<number> {
  readonly minimum?: number
  readonly maximum?: number
}

/** A number. */
export function NumberInput(props: NumberInputProps): JSX.Element {
  const [text, keep] = useTypedNumber(props.value)
  const read = (typed: string) => {
    keep(typed)
    return typed === '' ? null : Number(typed)
  }
  return <Typed {...props} type="number" text={text} read={read} />
}

/** A day, which is the same in all time zones: `2026-05-01`. */
export function DateInput(props: InputProps<string>): JSX.Element {
  return <Typed {...props} type="date" text={props.value?.slice(0, 10) ?? ''} read={(text) => text || null} />
}

/** A date with a time, as an ISO 8601 text in UTC. People see and type it in their time zone. */
export function MomentInput(props: InputProps<string>): JSX.Element {
  const read = (text: string) => (text === '' ? null : fromLocalMoment(text))
  return <Typed {...props} type="datetime-local" text={props.value ? toLocalMoment(props.value) : ''} read={read} />
}

interface TypedProps<T> extends InputProps<T> {
  readonly type: 'text' | 'number' | 'date' | 'datetime-local'
  readonly text: string
  readonly read: (text: string) => T | null
  readonly minimum?: number
  readonly maximum?: number
}

function Typed<T>(props: TypedProps<T>): JSX.Element {
  const { value: _, onChange, isRequired, isDisabled, label, type, text, read, minimum, maximum, ...described } = props
  const shared = {
    ...described,
    class: 'input',
    'aria-label': label,
    required: isRequired,
    disabled: isDisabled,
    autoComplete: 'off' as const,
    value: text,
    onInput: (event: { readonly currentTarget: HTMLInputElement }) => onChange(read(event.currentTarget.value)),
  }
  if (type === 'number') return <input type="number" step="any" min={minimum} max={maximum} {...shared} />
  if (type === 'date') return <input type="date" {...shared} />
  if (type === 'datetime-local') return <input type="datetime-local" {...shared} />
  return <input type="text" {...shared} />
}
