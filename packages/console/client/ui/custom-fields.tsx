import type { JSX } from 'preact'
import { useData } from '../lib/data.ts'
import { date, number, valueText, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import type { Field } from '../lib/openapi.ts'
import { may } from '../lib/session.ts'
import { field } from './edit-dialog.tsx'
import { Select } from './field.tsx'
import type { Control } from './form.tsx'
import type { Column, Filter } from './list.tsx'

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
  readonly validation?: readonly { readonly rule: string }[]
  readonly group?: { readonly code: string; readonly title?: string }
}

/** The custom fields of an entity in the visitor's organization; none in a product without `@plinth/custom-fields`. */
export function useCustomFields(entityId: string): readonly CustomField[] {
  return useData<{ items: readonly CustomField[] }>('/entities/definitions', { entityId }).data?.items ?? []
}

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
  all
    .filter(({ listVisible }) => listVisible)
    .map((one) => ({
      key: nameOf(one.key),
      title: one.label,
      isNumber: one.kind === 'integer' || one.kind === 'float',
      ...(!one.multi && { sort: nameOf(one.key) }),
      cell: (row) => <CustomValue of={one} value={(row as Readonly<Record<string, unknown>>)[nameOf(one.key)]} />,
    }))

/** The filters of a list: fields with few values. */
export const customFiltersOf = (all: readonly CustomField[]): readonly Filter[] =>
  all.filter(({ listVisible }) => listVisible).flatMap((one) => filterOf(one))

function filterOf({ key, kind, label, options = [], multi }: CustomField): readonly Filter[] {
  if (multi) return []
  const name = nameOf(key)
  if (kind === 'select')
    return [{ name, label, options: options.map((one) => [String(one.value), one.label] as const) }]
  if (kind === 'boolean')
    return [
      {
        name,
        label,
        options: [
          ['true', t('yes')],
          ['false', t('no')],
        ],
      },
    ]
  return []
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
  if (of.kind === 'select' || of.kind === 'dictionary' || of.multi)
    return (
      <span class="badges">
        {labels.map((label) => (
          <span class="badge" key={String(label)}>
            {visible(String(label), 60)}
          </span>
        ))}
      </span>
    )
  if (of.kind === 'date' && typeof value === 'string') return <>{date(value)}</>
  return <>{valueText(value).slice(0, 200)}</>
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

function Related({ entityId, value }: { readonly entityId: string; readonly value: unknown }): JSX.Element {
  const ids = [value].flat().map(String)
  const { data } = useData<Options>(may('entities.definitions.view') ? OPTIONS : null, { entityId, ids: ids.join(',') })
  const labels = ids.map((id) => data?.items.find((one) => one.value === id)?.label ?? id)
  return <>{visible(labels.join(', '), 200)}</>
}

interface Options {
  readonly items: readonly { readonly value: string; readonly label: string }[]
}
const OPTIONS = '/entities/relations/options'

function kindOf({ kind, multi }: CustomField): Partial<Field> {
  if (multi) return { kind: 'list' }
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
  if (kind === 'relation' && one.relatedEntityId && may('entities.definitions.view')) {
    const query = { entityId: one.relatedEntityId }
    return [[name, (props) => <Loaded {...props} path={OPTIONS} query={query} of={one} />]]
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
            path={one.dictionaryId ? `/dictionaries/${one.dictionaryId}/entries` : '/currencies/currencies/options'}
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
  readonly query?: { readonly entityId: string }
  readonly of: CustomField
}

/** Options that a route answers. */
function Loaded({ path, query, of, ...props }: LoadedProps): JSX.Element {
  const { data } = useData<Options>(path, query)
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
