import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { ApiError } from '../lib/api.ts'
import { useEditing } from '../lib/editing.ts'
import { memberName, t, textIn } from '../lib/i18n.ts'
import { isSame, type Values } from '../lib/merge.ts'
import { currencyName, currencyOf, fromLocalMoment, toMoment, unitName } from '../lib/format.ts'
import { toNumberList } from '../lib/number-list.ts'
import type { Field as FieldOf } from '../lib/openapi.ts'
import type { Snapshot } from '../lib/snapshot.ts'
import type { LocalText } from '../lib/types.ts'
import { deferred } from './deferred.tsx'
import { type Described, Field, Switch } from './field.tsx'
import { FIELDS } from './dialog.tsx'
import { FormNotes } from './form-notes.tsx'
import { type Control, Input } from './input.tsx'
import type { Line } from './lines-field.tsx'

const LinesField = deferred(async () => (await import('./lines-field.tsx')).LinesField)

export interface FormProps<T> {
  readonly id: string
  readonly fields: readonly FieldOf[]
  /** The record that is edited. Without one, a new record is filled in. */
  readonly seen?: Snapshot<T> | undefined
  /** The name under which the tab keeps what was typed and not sent. Without one, it is not kept. */
  readonly draft?: string | undefined
  /** What a new record begins with. */
  readonly start?: Values
  /** What something else has filled in, such as a document that was read. */
  readonly filled?: Values | undefined
  readonly groups?: readonly { readonly title: LocalText; readonly fields: readonly string[] }[]
  readonly labels?: Readonly<Record<string, LocalText>>
  /** What is said about single fields. */
  readonly hints?: Readonly<Record<string, string>>
  /** Controls of single fields, in the place of those that follow from their schemas. */
  readonly controls?: Readonly<Record<string, Control>>
  /** The same for groups of controls, which have a legend of their own. */
  readonly fieldsets?: Readonly<Record<string, Control>>
  /** Receives what was filled in; with `seen`, what has changed, and the record as it was read last. */
  readonly onSubmit: (values: Values, seen: Snapshot<T>) => Promise<unknown>
  readonly onDone: () => void
  /** What is above the fields; `children` are below them. */
  readonly lead?: ComponentChildren
  readonly children?: ComponentChildren
}

/** A form whose fields follow from the schemas of the API. Submit it with a button that has `form={id}`. */
export function Form<T>(props: FormProps<T>): JSX.Element {
  const {
    id,
    fields,
    seen,
    draft,
    start,
    filled,
    groups = [],
    labels = {},
    hints = {},
    controls = {},
    fieldsets = {},
    onSubmit,
    onDone,
    lead,
    children,
  } = props
  const editing = useEditing<T>({
    seen: useMemo(() => (seen ? withMoments(seen, fields) : null), [seen]),
    start: { ...startValues(fields), ...start },
    draft: draft ?? null,
    isSecret: (name) => isSecret(fields.find((one) => one.name === name)),
    toPlain: (typed) => toPlain(fields, typed),
  })
  const { values } = editing
  useEffect(() => {
    if (filled) editing.set(filled)
  }, [filled])
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState('')
  // When the fields have been marked.
  useLayoutEffect(() => {
    if (Object.keys(problems).length > 0)
      document.getElementById(id)?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [problems])
  const hasFields = fields.length > 0
  // A dialog that has opened before its fields were known begins at its button to close.
  useEffect(() => {
    const form = document.getElementById(id)
    if (hasFields && form?.closest('dialog')?.querySelector('.dialog-head')?.contains(document.activeElement))
      form.querySelector<HTMLElement>(FIELDS)?.focus()
  }, [hasFields])
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
      const isSaved = await editing.save((filled, { before, seen: now }) =>
        onSubmit(now ? changesOf(filled, toPlain(fields, before)) : withoutNull(filled), now!),
      )
      if (isSaved) onDone()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const found = error.fields
      setProblems(found)
      // Switches and groups of controls are not marked.
      const isShown = fields.some(({ name, kind }) => found[name] && kind !== 'boolean' && !fieldsets[name])
      setFailure(isShown ? t('form.check') : error.status === 0 ? t('offline.text') : error.message)
    } finally {
      isBusy.current = false
    }
  }

  const labelOf = (field: FieldOf) =>
    labels[field.name] ? textIn(labels[field.name]!) : (field.title ?? memberName(field.name))
  const show = (field: FieldOf) => {
    const label = labelOf(field)
    const set = (value: unknown) => editing.set({ [field.name]: value })
    const value = values[field.name]
    if (field.kind === 'lines')
      return (
        <LinesField
          key={field.name}
          {...{ field, label, value: value as readonly Line[] | undefined, set, problems }}
          record={values}
          labels={labels}
          controls={controls}
        />
      )
    if (fieldsets[field.name])
      return <div key={field.name}>{fieldsets[field.name]!({ value, set, described: NOT_TIED })}</div>
    if (field.kind === 'boolean' && !controls[field.name])
      return <Switch key={field.name} label={label} isOn={value === true} onChange={set} />
    const hint =
      hints[field.name] ??
      (field.kind === 'password' && field.name === 'password'
        ? t('password.rules')
        : field.name.startsWith('cf_')
          ? field.description
          : unitOf(field, values))
    return (
      <Field
        key={field.name}
        label={label}
        hint={hint}
        problem={problems[field.name]}
        isRequired={field.isRequired || seen !== undefined}
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
      <FormNotes
        editing={editing}
        titleOf={(name) => {
          const field = fields.find((one) => one.name === name)
          return field ? labelOf(field) : memberName(name)
        }}
      />
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

/** What an amount is typed in. */
function unitOf(field: FieldOf, values: Values): string | undefined {
  const code = currencyOf(field, values)
  return code === undefined ? field.unit && unitName(field.unit) : currencyName(code)
}

/** A group of controls is not tied to one label. */
const NOT_TIED: Described = { id: '', 'aria-describedby': undefined, 'aria-invalid': undefined }

/** Members that are on in the beginning, wherever their default is not told. */
const STARTS: ReadonlyMap<string, unknown> = new Map([
  ['isActive', true],
  ['enabled', true],
])

function startValues(fields: readonly FieldOf[]): Values {
  return Object.fromEntries(
    fields.flatMap(({ name, initial = STARTS.get(name) }) => (initial === undefined ? [] : [[name, initial]])),
  )
}

const toPlain = (fields: readonly FieldOf[], values: Values): Values =>
  Object.fromEntries(fields.map((field) => [field.name, toValue(field, values[field.name])]))

/** A record whose custom fields have times as moments, as its other members do. */
function withMoments<T>(seen: Snapshot<T>, fields: readonly FieldOf[]): Snapshot<T> {
  const times = fields.filter(({ name, kind, isDay }) => name.startsWith('cf_') && kind === 'date' && !isDay)
  if (times.length === 0) return seen
  const moments = times.flatMap(({ name }) => {
    const value = seen.values[name]
    const at = typeof value === 'string' ? Date.parse(toMoment(value)) : Number.NaN
    return Number.isNaN(at) ? [] : [[name, new Date(at).toISOString()] as const]
  })
  return {
    ...seen,
    values: { ...seen.values, ...Object.fromEntries(moments) },
    again: async () => {
      const next = await seen.again()
      return next && withMoments(next, fields)
    },
  }
}

/** Of an existing record, what has changed. */
const changesOf = (values: Values, before: Values): Values =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => !isSame(value, before[name]))
      .map(([name, value]) => [name, value ?? null]),
  )

/** Of a new one, what was filled in. */
const withoutNull = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null))

/** Nothing of this kind is kept in the browser. */
const isSecret = (field: FieldOf | undefined) =>
  field !== undefined && (field.kind === 'password' || /secret|password|token/i.test(field.name))

function toValue(field: FieldOf, value: unknown): unknown {
  const { kind, isNullable, isDay, isDecimal } = field
  if (value === undefined) return undefined
  if (kind === 'lines') return toPlainLines(field, value as readonly Line[] | null)
  if (value === '' || value === null) return kind === 'list' ? [] : isNullable ? null : kind === 'text' ? '' : undefined
  if (typeof value !== 'string') return value
  // As a text, all of its digits are sent.
  if (kind === 'number') return isDecimal && /^-?\d+(\.\d+)?$/.test(value) ? value : Number(value)
  if (kind === 'date') return isDay ? value : toSent(value)
  if (kind === 'json') return parse(value)
  if (kind === 'list' && field.hasNumbers) return toNumberList(value)
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

const toSent = (text: string) => (text.endsWith('Z') ? new Date(text).toISOString() : fromLocalMoment(text))

/** What is sent of lines: the id of a stored one, and the members that the API takes. */
const toPlainLines = ({ fields = [] }: FieldOf, lines: readonly Line[] | null) =>
  (lines ?? []).map((line) => {
    const plain = Object.fromEntries(Object.entries(toPlain(fields, line)).filter(([, value]) => value !== undefined))
    return line.id === undefined ? withoutNull(plain) : { id: line.id, ...plain }
  })
