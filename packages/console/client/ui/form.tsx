import type { ComponentChildren, JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { ApiError } from '../lib/api.ts'
import { memberName, t, textIn, textOr } from '../lib/i18n.ts'
import type { Field as FieldOf } from '../lib/openapi.ts'
import type { LocalText } from '../lib/types.ts'
import { type Described, Field, Select, Switch } from './field.tsx'

export type Values = Readonly<Record<string, unknown>>

interface FormProps {
  readonly id: string
  readonly fields: readonly FieldOf[]
  readonly initial?: Values
  /** What a new record begins with. */
  readonly start?: Values
  readonly groups?: readonly { readonly title: LocalText; readonly fields: readonly string[] }[]
  readonly labels?: Readonly<Record<string, LocalText>>
  /** What is said about single fields. */
  readonly hints?: Readonly<Record<string, string>>
  /** Controls of single fields, in the place of those that follow from their schemas. */
  readonly controls?: Readonly<Record<string, Control>>
  /** Receives what was filled in; of a form with `initial` only what has changed. */
  readonly onSubmit: (values: Values) => Promise<unknown>
  readonly onDone: () => void
  /** What is above the fields; `children` are below them. */
  readonly lead?: ComponentChildren
  readonly children?: ComponentChildren
}

export type Control = (props: {
  readonly value: unknown
  readonly set: (value: unknown) => void
  readonly described: Described
}) => ComponentChildren

/** A form whose fields follow from the schemas of the API. Submit it with a button that has `form={id}`. */
export function Form(props: FormProps): JSX.Element {
  const {
    id,
    fields,
    initial,
    start,
    groups = [],
    labels = {},
    hints = {},
    controls = {},
    onSubmit,
    onDone,
    lead,
    children,
  } = props
  const [values, setValues] = useState<Values>(initial ?? { ...startValues(fields), ...start })
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState('')
  const isBusy = useRef(false)
  const grouped = groups.flatMap((group) => group.fields)
  const rest = fields.filter(({ name }) => !grouped.includes(name))

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy.current) return
    isBusy.current = true
    setFailure('')
    setProblems({})
    try {
      await onSubmit(toBody(fields, values, initial))
      onDone()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const found = error.fields
      setProblems(found)
      const isShown = Object.keys(found).some((name) => fields.some((field) => field.name === name))
      setFailure(isShown ? t('form.check') : error.status === 0 ? t('offline.text') : error.message)
      document.getElementById(id)?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    } finally {
      isBusy.current = false
    }
  }

  const show = (field: FieldOf) => {
    const label = labels[field.name] ? textIn(labels[field.name]!) : (field.title ?? memberName(field.name))
    const set = (value: unknown) => setValues((last) => ({ ...last, [field.name]: value }))
    const value = values[field.name]
    if (field.kind === 'boolean' && !controls[field.name])
      return <Switch key={field.name} label={label} isOn={value === true} onChange={set} />
    const hint =
      hints[field.name] ??
      (field.kind === 'password' && field.name === 'password'
        ? t('password.rules')
        : field.name.startsWith('cf_')
          ? field.description
          : undefined)
    return (
      <Field
        key={field.name}
        label={label}
        hint={hint}
        problem={problems[field.name]}
        isRequired={field.isRequired || initial !== undefined}
      >
        {(described) =>
          controls[field.name]?.({ value, set, described }) ?? <Input {...{ field, value, set, described }} />
        }
      </Field>
    )
  }

  return (
    <form id={id} class="form" onSubmit={(event) => void submit(event)} noValidate={false}>
      {failure && (
        <p class="message bad" role="alert">
          {failure}
        </p>
      )}
      {lead}
      {groups.map(({ title, fields: names }) => (
        <fieldset key={textIn(title)}>
          <legend>{textIn(title)}</legend>
          {names.flatMap((name) => fields.filter((field) => field.name === name)).map(show)}
        </fieldset>
      ))}
      {rest.map(show)}
      {children}
    </form>
  )
}

interface InputProps {
  readonly field: FieldOf
  readonly value: unknown
  readonly set: (value: unknown) => void
  readonly described: Described
}

function Input({ field, value, set, described }: InputProps): JSX.Element {
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
            ...field.choices!.map((one) => [one, choiceName(one)] as const),
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
          type="datetime-local"
          value={toLocalMoment(text)}
          onInput={(event) => set(event.currentTarget.value)}
        />
      )
    case 'list':
      return (
        <input
          {...common}
          type="text"
          value={Array.isArray(value) ? value.join(', ') : text}
          onInput={(event) => set(event.currentTarget.value)}
        />
      )
    default: {
      const typed = { ...common, value: text, onInput: (event: Typed) => set(event.currentTarget.value) }
      if (field.kind === 'email') return <input {...typed} type="email" autoComplete="off" />
      if (field.kind === 'password') return <input {...typed} type="password" autoComplete="new-password" />
      return <input {...typed} type="text" autoComplete="off" />
    }
  }
}

interface Typed {
  readonly currentTarget: HTMLInputElement
}

/** The name of one of a few values: `configurable` as "Configurable". */
export const choiceName = (value: string) =>
  textOr(`choice.${value}`, value.charAt(0).toUpperCase() + value.slice(1).toLowerCase().replace(/_/g, ' '))

const toText = (value: unknown) => (value === null || value === undefined ? '' : String(value))

function startValues(fields: readonly FieldOf[]): Values {
  return Object.fromEntries(
    fields.filter(({ name }) => name === 'isActive' || name === 'enabled').map(({ name }) => [name, true]),
  )
}

/** Of an existing record, what has changed; of a new one, what was filled in. */
function toBody(fields: readonly FieldOf[], values: Values, initial: Values | undefined): Values {
  const body: Record<string, unknown> = {}
  for (const field of fields) {
    const value = toValue(field, values[field.name])
    const before = initial && toValue(field, initial[field.name])
    if (initial ? JSON.stringify(value) !== JSON.stringify(before) : value !== undefined && value !== null)
      body[field.name] = value ?? null
  }
  return body
}

function toValue({ kind, isNullable }: FieldOf, value: unknown): unknown {
  if (value === undefined) return undefined
  if (value === '' || value === null) return kind === 'list' ? [] : isNullable ? null : kind === 'text' ? '' : undefined
  if (typeof value !== 'string') return value
  if (kind === 'number') return Number(value)
  if (kind === 'date') return new Date(value).toISOString()
  if (kind === 'json') return parse(value)
  if (kind === 'list')
    return value
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean)
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function toLocalMoment(text: string): string {
  if (text === '' || !text.endsWith('Z')) return text
  const moment = new Date(text)
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
