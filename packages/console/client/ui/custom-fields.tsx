import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useData } from '../lib/data.ts'
import { date, dateTime, moment, number, toMoment, valueText, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { entriesPath, maySeeLabels, type Options, RELATION_OPTIONS, useEntries, useLabels } from '../lib/labels.ts'
import type { Field } from '../lib/openapi.ts'
import { may } from '../lib/session.ts'
import { Combobox } from './combobox.tsx'
import { field } from './edit-dialog.tsx'
import { type Described, Select } from './field.tsx'
import type { Control } from './input.tsx'
import { Icon } from './icon.tsx'
import type { Filter } from './filters.tsx'
import { Swatch } from './swatch.tsx'
import type { Column } from './table.tsx'

/** A custom field as forms and lists need it. */
export interface CustomField {
  readonly key: string
  readonly kind: string
  readonly label: string
  readonly description?: string
  readonly multi: boolean
  readonly options?: readonly { readonly value: string | number; readonly label: string }[]
  readonly optionsUrl?: string
  readonly dictionaryId?: string
  readonly relatedEntityId?: string
  readonly formEditable: boolean
  readonly listVisible: boolean
  readonly filterable?: boolean
  readonly encrypted?: boolean
  readonly validation?: readonly { readonly rule: string }[]
  readonly group?: { readonly code: string; readonly title?: string }
}

/** The custom fields of an entity in the visitor's organization; none in a product without `@plinth/custom-fields`. */
export function useCustomFields(entityId: string | undefined): readonly CustomField[] {
  const path = entityId === undefined ? null : '/entities/definitions'
  return useData<{ items: readonly CustomField[] }>(path, { entityId }).data?.items ?? []
}

/** How a value of a field is chosen, or several of them; undefined for one that is typed. */
export const choosing = (one: CustomField, isSeveral: boolean): Control | undefined =>
  controlOf({ ...one, multi: isSeveral })[0]?.[1]

interface FormPart {
  readonly fields: readonly Field[]
  readonly controls: Readonly<Record<string, Control>>
  readonly groups: readonly { readonly title: string; readonly fields: readonly string[] }[]
}

/** What a form asks for. Only new records must have what is required: those from before a field keep their gap. */
export function customFormOf(all: readonly CustomField[], { isNew }: { readonly isNew: boolean }): FormPart {
  const asked = all.filter(({ formEditable }) => formEditable)
  return {
    fields: asked.map((one) =>
      field(nameOf(one.key), {
        ...kindOf(one),
        title: one.label,
        isNullable: true,
        isRequired: isNew && isRequired(one) && one.kind !== 'boolean',
        ...(one.description && { description: one.description }),
      }),
    ),
    controls: Object.fromEntries(asked.flatMap(controlOf)),
    groups: groupsOf(asked),
  }
}

function groupsOf(all: readonly CustomField[]): FormPart['groups'] {
  const groups = new Map<string, { title: string; fields: string[] }>()
  for (const { key, group } of all) {
    if (!group) continue
    const found = groups.get(group.code) ?? { title: group.title ?? group.code, fields: [] }
    found.fields.push(nameOf(key))
    groups.set(group.code, found)
  }
  return [...groups.values()]
}

/** The groups of a form whose own fields come first. */
export const groupsAfter = ({ groups, fields }: FormPart, own: readonly string[]): FormPart['groups'] => {
  const grouped = new Set(groups.flatMap((group) => group.fields))
  const rest = fields.map(({ name }) => name).filter((name) => !grouped.has(name))
  if (groups.length === 0 || own.length + rest.length === 0) return groups
  return [{ title: t('fields.general'), fields: [...own, ...rest] }, ...groups]
}

/** The columns of a list. */
export const customColumnsOf = <T extends object>(all: readonly CustomField[]): readonly Column<T>[] =>
  all.map((one) => ({
    key: nameOf(one.key),
    title: one.label,
    isExtra: !one.listVisible,
    isNumber: one.kind === 'integer' || one.kind === 'float',
    ...(!one.multi && { sort: nameOf(one.key) }),
    cell: (row) => <CustomValue of={one} value={(row as Readonly<Record<string, unknown>>)[nameOf(one.key)]} />,
  }))

/** The filters of a list. A text is searched for instead, unless it is meant to be filtered by. */
export const customFiltersOf = (all: readonly CustomField[]): readonly Filter[] =>
  all.filter(({ listVisible, filterable }) => listVisible || filterable).flatMap((one) => filterOf(one) ?? [])

function filterOf(one: CustomField): Filter | undefined {
  const { key, kind, label, options = [], optionsUrl, multi, filterable = false, encrypted = false } = one
  const { relatedEntityId, dictionaryId } = one
  const shared = { name: nameOf(key), label }
  const isRange = !multi && !encrypted
  if (encrypted && !filterable) return undefined
  switch (kind) {
    case 'integer':
    case 'float':
      return { ...shared, kind: 'number', isRange }
    case 'date':
      return { ...shared, kind: 'date', isRange }
    case 'datetime':
      return !isRange ? undefined : { ...shared, kind: 'date', isRange: true, isTime: true }
    case 'boolean':
      return {
        ...shared,
        options: [
          ['true', t('yes')],
          ['false', t('no')],
        ],
      }
    case 'select':
      if (options.length === 0 || optionsUrl) return filterable ? { ...shared, kind: 'text' } : undefined
      return { ...shared, options: options.map((option) => [String(option.value), option.label] as const) }
    case 'relation':
      if (!relatedEntityId || !maySeeLabels()) return undefined
      return {
        ...shared,
        control: ({ value, set }) => <Relation entityId={relatedEntityId} label={label} value={value} onChange={set} />,
      }
    case 'dictionary':
      if (!dictionaryId || !may('dictionaries.view')) return undefined
      return {
        ...shared,
        control: ({ value, set }) => (
          <EntrySelect dictionaryId={dictionaryId} label={label} value={value} onChange={set} />
        ),
      }
    case 'attachment':
      return undefined
    default:
      return filterable ? { ...shared, kind: 'text' } : undefined
  }
}

/** The values of custom fields in a record. */
export const customValuesOf = (row: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name.startsWith('cf_')))

export const isRequired = ({ validation = [] }: Pick<CustomField, 'validation'>) =>
  validation.some(({ rule }) => rule === 'required')

const nameOf = (key: string) => `cf_${key}`

/** A value as a list or a page shows it. */
export function CustomValue({ of, value }: { readonly of: CustomField; readonly value: unknown }): JSX.Element {
  if (value === null || value === undefined || value === '') return <span class="muted">—</span>
  if (typeof value === 'boolean') return <span class={`dot ${value ? 'good' : ''}`}>{value ? t('yes') : t('no')}</span>
  if (typeof value === 'number' && !of.options) return <>{number(value)}</>
  if (of.kind === 'relation' && of.relatedEntityId) return <Related entityId={of.relatedEntityId} value={value} />
  const labels = [value].flat().map((one) => of.options?.find((option) => option.value === one)?.label ?? one)
  if (of.kind === 'dictionary')
    return <EntryValues dictionaryId={of.dictionaryId} values={[value].flat().map(String)} />
  if (of.kind === 'select' || of.multi)
    return (
      <span class="badges">
        {labels.map((label) => (
          <span class="badge" key={String(label)}>
            {visible(String(label), 60)}
          </span>
        ))}
      </span>
    )
  if (of.kind === 'date' && typeof value === 'string') return <span class="nowrap">{day(value)}</span>
  if (of.kind === 'datetime' && typeof value === 'string')
    return (
      <time dateTime={toMoment(value)} title={dateTime(toMoment(value))}>
        {moment(toMoment(value))}
      </time>
    )
  return <span class="cut">{valueText(value)}</span>
}

/** The values of a record, as facts of its page. `values` has them by name, with the prefix. */
export const CustomFacts = ({
  of,
  values,
}: {
  readonly of: readonly CustomField[]
  readonly values: Readonly<Record<string, unknown>>
}): JSX.Element => (
  <>
    {of.map((one) => (
      <div key={one.key}>
        <dt>{one.label}</dt>
        <dd>
          <CustomValue of={one} value={values[nameOf(one.key)]} />
        </dd>
      </div>
    ))}
  </>
)

interface RelatedProps {
  readonly entityId: string
  readonly value: unknown
}

function Related({ entityId, value }: RelatedProps): JSX.Element {
  const labels = useLabels(entityId, [value].flat().map(String))
  return <span class="cut">{visible(labels.map(toLabel).join(', '), 200)}</span>
}

const toLabel = (label: string | null | undefined) => (label === null ? t('relation.unknown') : (label ?? '…'))

interface EntryValuesProps {
  readonly dictionaryId: string | undefined
  readonly values: readonly string[]
}

/** Entries of a dictionary, with their labels, colours and icons. */
function EntryValues({ dictionaryId, values }: EntryValuesProps): JSX.Element {
  const entries = useEntries(dictionaryId)
  return (
    <span class="badges">
      {values.map((value) => {
        const { label = value, color, icon } = entries.find((one) => one.value === value) ?? {}
        return (
          <span class="badge" key={value}>
            {color && <Swatch color={color} />}
            {icon && <Icon name={icon} size={14} />}
            {visible(label, 60)}
          </span>
        )
      })}
    </span>
  )
}

interface ChosenProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

function EntrySelect({ dictionaryId, label, value, onChange }: ChosenProps & { readonly dictionaryId: string }) {
  const entries = useEntries(dictionaryId)
  return (
    <Select
      label={label}
      value={value}
      onChange={onChange}
      options={[['', label], ...entries.map((one) => [one.value, visible(one.label, 80)] as const)]}
    />
  )
}

interface RelationProps extends Partial<Described> {
  readonly entityId: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** Where no label is shown. */
  readonly label?: string
}

/** One record of another entity, found by its label among all of them. */
function Relation({ entityId, value, label, ...props }: RelationProps): JSX.Element {
  const [search, setSearch] = useState<string>()
  const { data } = useData<Options>(search === undefined ? null : RELATION_OPTIONS, { entityId, q: search })
  const chosen = value === '' ? [] : [value]
  const text = useLabels(entityId, chosen).map(toLabel).join()
  return (
    <Combobox
      {...props}
      {...(label !== undefined && { label })}
      value={value}
      text={visible(text, 120)}
      options={data?.items}
      onSearch={setSearch}
    />
  )
}

interface RelationsProps extends Partial<Described> {
  readonly entityId: string
  readonly label: string
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
}

/** Some records of another entity. */
function Relations({ entityId, label, value, onChange, ...described }: RelationsProps): JSX.Element {
  const labels = useLabels(entityId, value).map(toLabel)
  return (
    <div class="stack">
      {value.length > 0 && (
        <span class="badges">
          {value.map((id, index) => (
            <button
              key={id}
              type="button"
              class="chip"
              aria-label={`${t('remove')}: ${labels[index]}`}
              onClick={() => onChange(value.filter((one) => one !== id))}
            >
              {visible(labels[index]!, 80)}
              <Icon name="close" size={14} />
            </button>
          ))}
        </span>
      )}
      <Relation
        {...described}
        entityId={entityId}
        value=""
        label={label}
        onChange={(id) => id !== '' && !value.includes(id) && onChange([...value, id])}
      />
    </div>
  )
}

/** A calendar day, which is the same in every time zone. */
const day = (value: string) => date(`${value.slice(0, 10)}T12:00:00`)

function kindOf({ kind, multi }: CustomField): Partial<Field> {
  if (multi) return { kind: 'list', hasNumbers: kind === 'integer' || kind === 'float' }
  switch (kind) {
    case 'multiline':
      return { kind: 'long' }
    case 'integer':
      return { kind: 'number', isInteger: true }
    case 'float':
      return { kind: 'number' }
    case 'boolean':
      return { kind: 'boolean' }
    case 'datetime':
      return { kind: 'date' }
    default:
      return { kind: 'text' }
  }
}

/** Controls of the kinds that no schema of the document describes. */
function controlOf(one: CustomField): readonly (readonly [string, Control])[] {
  const { key, kind, options = [], multi } = one
  const name = nameOf(key)
  if (kind === 'date' && !multi)
    return [
      [
        name,
        ({ value, set, described }) => (
          <input
            {...described}
            class="input"
            type="date"
            value={typeof value === 'string' ? value.slice(0, 10) : ''}
            onInput={(event) => set(event.currentTarget.value)}
          />
        ),
      ],
    ]
  if (kind === 'select')
    return [[name, (props) => <Choice {...props} options={options} isMulti={multi} label={one.label} />]]
  if (kind === 'relation' && one.relatedEntityId && maySeeLabels()) {
    const entityId = one.relatedEntityId
    return [
      [
        name,
        ({ value, set, described }) => {
          const ids = [value ?? ''].flat().map(String).filter(Boolean)
          const props = { ...described, entityId, onChange: set }
          return multi ? (
            <Relations {...props} label={one.label} value={ids} />
          ) : (
            <Relation {...props} value={ids[0] ?? ''} />
          )
        },
      ],
    ]
  }
  if (
    (kind === 'dictionary' && one.dictionaryId && may('dictionaries.view')) ||
    (kind === 'currency' && one.optionsUrl)
  )
    return [
      [
        name,
        (props) => (
          <Loaded
            {...props}
            path={one.dictionaryId ? entriesPath(one.dictionaryId) : '/currencies/currencies/options'}
            of={one}
          />
        ),
      ],
    ]
  return []
}

type ControlProps = Parameters<Control>[0]

interface LoadedProps extends ControlProps {
  readonly path: string
  readonly of: CustomField
}

/** Options that a route answers. */
function Loaded({ path, of, ...props }: LoadedProps): JSX.Element {
  const { data } = useData<Options>(path)
  return <Choice {...props} options={data?.items ?? []} isMulti={of.multi} label={of.label} />
}

interface ChoiceProps extends ControlProps {
  readonly options: readonly { readonly value: string | number; readonly label: string }[]
  readonly isMulti: boolean
  readonly label: string
}

function Choice({ value, set, described, options, isMulti, label }: ChoiceProps): JSX.Element {
  const chosen = value === null || value === undefined || value === '' ? [] : [value].flat()
  if (isMulti)
    return (
      <div class="checks" role="group" aria-label={label} {...described}>
        {options.map((option) => (
          <label class="check" key={option.value}>
            <input
              type="checkbox"
              checked={chosen.includes(option.value)}
              onChange={(event) =>
                set(
                  event.currentTarget.checked
                    ? [...chosen, option.value]
                    : chosen.filter((one) => one !== option.value),
                )
              }
            />
            <span>{visible(option.label, 120)}</span>
          </label>
        ))}
      </div>
    )
  const unknown = chosen.filter((one) => !options.some((option) => option.value === one)).map(String)
  return (
    <Select
      {...described}
      value={String(chosen[0] ?? '')}
      // An option may be a number, while the control only knows texts.
      onChange={(text) => set(options.find((option) => String(option.value) === text)?.value ?? text)}
      options={[
        ['', '—'],
        ...unknown.map((one) => [one, one] as const),
        ...options.map((option) => [String(option.value), visible(option.label, 120)] as const),
      ]}
    />
  )
}
