import type { JSX } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { t } from '../lib/i18n.ts'
import {
  type Comparison,
  type Condition,
  type ConditionGroup,
  fieldLabel,
  isGroup,
  OPERATORS,
  type RuleField,
  takesList,
  takesValue,
} from '../lib/rules.ts'
import { numberListText, toNumberList } from '../lib/number-list.ts'
import { useTypedNumber } from '../lib/typed-number.ts'
import { Select } from './field.tsx'
import { type Control, labelOfChoice } from './input.tsx'
import { Icon } from './icon.tsx'

const MAX_DEPTH = 4

interface BuilderProps {
  readonly condition: Condition
  readonly fields: readonly RuleField[]
  /** Fields whose values others are compared with. Default: all. */
  readonly others?: readonly RuleField[]
  readonly onChange: (condition: Condition) => void
  /** Absent for the outermost group, which stays. */
  readonly onRemove?: () => void
  readonly depth?: number
}

/** Builds a condition out of groups and comparisons. */
export function ConditionBuilder({ condition, ...props }: BuilderProps): JSX.Element {
  return isGroup(condition) ? <Group {...props} group={condition} /> : <Row {...props} row={condition} />
}

type GroupProps = Omit<BuilderProps, 'condition'> & { readonly group: ConditionGroup }

function Group({ group, fields, others, onChange, onRemove, depth = 0 }: GroupProps): JSX.Element {
  const { operator, rules } = group
  const set = (next: readonly Condition[]) => onChange({ operator, rules: next })
  const first = fields[0]
  const empty: Comparison = { field: first?.name ?? '', operator: operatorsOf(first)[0]!, value: emptyOf(first) }
  return (
    <div class="group" role="group" aria-label={t('rules.group')}>
      <div class="group-head">
        <Select
          label={t('rules.join')}
          value={operator}
          options={(['AND', 'OR', 'NOT'] as const).map((one) => [one, t(`rules.${one}`)] as const)}
          onChange={(next) => onChange({ operator: next as ConditionGroup['operator'], rules })}
        />
        {onRemove && (
          <button
            type="button"
            class="icon-button small danger push"
            aria-label={t('rules.removeGroup')}
            onClick={onRemove}
          >
            <Icon name="trash" size={16} />
          </button>
        )}
      </div>
      {rules.map((rule, index) => (
        <ConditionBuilder
          key={index}
          condition={rule}
          fields={fields}
          {...(others && { others })}
          depth={depth + 1}
          onChange={(next) => set(rules.with(index, next))}
          onRemove={() => set(rules.toSpliced(index, 1))}
        />
      ))}
      <div class="group-head">
        <button type="button" class="button small" onClick={() => set([...rules, empty])}>
          <Icon name="plus" size={16} />
          {t('rules.addCondition')}
        </button>
        {depth < MAX_DEPTH && (
          <button
            type="button"
            class="button small"
            onClick={() => set([...rules, { operator: 'OR', rules: [empty] }])}
          >
            <Icon name="plus" size={16} />
            {t('rules.addGroup')}
          </button>
        )}
      </div>
    </div>
  )
}

type RowProps = Omit<BuilderProps, 'condition' | 'depth'> & { readonly row: Comparison }

function Row({ row, fields, others = fields, onChange, onRemove }: RowProps): JSX.Element {
  const { field, operator, value, valueField } = row
  const known = fields.find(({ name }) => name === field)
  const type = known?.type ?? 'any'
  const operators = operatorsOf(known)
  const isOther = typeof valueField === 'string'
  // Whoever chooses a field or an operator again finds the value that was there.
  const typed = useRef<Record<string, unknown>>({})
  if (!isOther && value !== null && value !== '') typed.current[field] = value
  const valueFor = (next: string) => {
    const kept = value ?? typed.current[field] ?? emptyOf(known)
    if (!takesValue(next)) return null
    if (takesList(next)) return Array.isArray(kept) || kept === '' ? kept : [kept]
    return Array.isArray(kept) && type !== 'array' ? (kept[0] ?? emptyOf(known)) : kept
  }
  return (
    <div class="condition">
      <Select
        label={t('diff.field')}
        value={field}
        options={[
          ...(known ? [] : [[field, field || '—'] as const]),
          ...fields.map((one) => [one.name, fieldLabel(one)] as const),
        ]}
        onChange={(next) => {
          const other = fields.find(({ name }) => name === next)
          const keeps = operatorsOf(other).some((one) => one === operator)
          onChange({
            field: next,
            operator: keeps ? operator : operatorsOf(other)[0]!,
            value:
              (other?.type ?? 'any') === type && !isChosen(other) && !isChosen(known) && value !== null
                ? value
                : (typed.current[next] ?? emptyOf(other)),
          })
        }}
      />
      <Select
        label={t('rules.operator')}
        value={operator === '==' ? '=' : operator}
        options={[
          ...operators.map((one) => [one, t(`operator.${one}`)] as const),
          ...(operators.some((one) => one === operator) || operator === '==' ? [] : [[operator, operator] as const]),
        ]}
        onChange={(next) =>
          onChange(
            isOther && takesValue(next) && !takesList(next)
              ? { field, operator: next, value: null, valueField }
              : { field, operator: next, value: valueFor(next) },
          )
        }
      />
      {takesValue(operator) ? (
        <div class="condition-value">
          {isOther ? (
            <Select
              label={t('rules.otherField')}
              value={valueField}
              options={others.map((one) => [one.name, fieldLabel(one)] as const)}
              onChange={(next) => onChange({ field, operator, value: null, valueField: next })}
            />
          ) : (
            <ValueInput
              field={known}
              isList={takesList(operator)}
              isWhole={['=', '==', '!='].includes(operator) || type === 'array'}
              value={value}
              onChange={(next) => onChange({ field, operator, value: next })}
            />
          )}
          {others.length > 0 && (
            <button
              type="button"
              class="icon-button small"
              title={isOther ? t('rules.useValue') : t('rules.useField')}
              aria-label={isOther ? t('rules.useValue') : t('rules.useField')}
              onClick={() =>
                onChange(
                  isOther
                    ? { field, operator, value: typed.current[field] ?? emptyOf(known) }
                    : { field, operator, value: null, valueField: others[0]?.name ?? '' },
                )
              }
            >
              <Icon name={isOther ? 'edit' : 'list'} size={16} />
            </button>
          )}
        </div>
      ) : (
        <span />
      )}
      <button type="button" class="icon-button small danger" aria-label={t('rules.removeCondition')} onClick={onRemove}>
        <Icon name="close" size={16} />
      </button>
    </div>
  )
}

const operatorsOf = (field: RuleField | undefined) => field?.operators ?? OPERATORS[field?.type ?? 'any']

/** Whether values are chosen rather than typed. */
const isChosen = (field: RuleField | undefined) => field?.values !== undefined || field?.choose !== undefined

/** What a comparison begins with: for a yes or no, what is shown. */
const emptyOf = (field: RuleField | undefined) => (field?.type === 'boolean' ? false : '')

interface ValueProps {
  /** The field that is compared or set; undefined if it is not known. */
  readonly field: RuleField | undefined
  readonly isList: boolean
  /** Whether only possible values make sense, rather than parts of them. */
  readonly isWhole?: boolean
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** A value of the type of its field. */
export function ValueInput({ field, isList, isWhole = true, value, onChange }: ValueProps): JSX.Element {
  const label = t('rules.value')
  const { type = 'any', values } = field ?? {}
  const nameOf = (one: string | number) => labelOfChoice(field ?? {}, String(one))
  const choose = isList || isWhole ? field?.choose?.(isList) : undefined
  if (choose) return <Chosen {...{ choose, label, value, onChange }} />
  if (values && isList) return <Values {...{ label, values, nameOf, value, onChange }} />
  if (values && isWhole) {
    const written = String(value ?? '')
    const known = values.map(String)
    const unknown = known.includes(written) ? [] : [written]
    return (
      <Select
        label={label}
        value={written}
        options={[...unknown, ...known].map((one) => [one, one === '' ? '—' : nameOf(one)] as const)}
        // A value may be a number, while the control only knows texts.
        onChange={(text) => onChange(values.find((one) => String(one) === text) ?? text)}
      />
    )
  }
  if (type === 'boolean')
    return (
      <Select
        label={label}
        value={String(value === true)}
        options={[
          ['true', t('yes')],
          ['false', t('no')],
        ]}
        onChange={(next) => onChange(next === 'true')}
      />
    )
  const isNumber = type === 'number'
  if (isList) {
    const list = Array.isArray(value) ? (value as readonly unknown[]) : [value ?? ''].filter((one) => one !== '')
    return (
      <input
        class="input"
        aria-label={label}
        placeholder={isNumber ? numberListText([1, 2, 3]) : 'A, B, C'}
        value={isNumber ? numberListText(list) : list.join(', ')}
        onChange={({ currentTarget: { value: text } }) => onChange(isNumber ? toNumberList(text) : toTextList(text))}
      />
    )
  }
  const common = {
    class: 'input',
    'aria-label': label,
    value: value === null || value === undefined ? '' : String(value),
    onInput: (event: { readonly currentTarget: HTMLInputElement }) => onChange(event.currentTarget.value),
  }
  if (isNumber) return <NumberValue {...{ label, value, onChange }} />
  if (type === 'date') return <input {...common} type="date" />
  return <input {...common} type="text" maxLength={1000} />
}

const toTextList = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)

/** What was typed as a number, if it is one. */
const toNumber = (text: string): unknown => (text.trim() !== '' && !Number.isNaN(Number(text)) ? Number(text) : text)

interface NumberProps extends Pick<ValueProps, 'value' | 'onChange'> {
  readonly label: string
}

function NumberValue({ label, value, onChange }: NumberProps): JSX.Element {
  const [text, keep] = useTypedNumber(value)
  return (
    <input
      class="input"
      aria-label={label}
      type="number"
      step="any"
      value={text}
      onInput={({ currentTarget }) => {
        keep(currentTarget.value)
        onChange(toNumber(currentTarget.value))
      }}
    />
  )
}

interface ChosenProps extends Pick<ValueProps, 'value' | 'onChange'> {
  readonly choose: Control
  readonly label: string
}

/** A value that is chosen as in the form of a record. */
function Chosen({ choose, label, value, onChange }: ChosenProps): JSX.Element {
  const id = useId()
  return (
    <div class="chosen">
      <label class="hidden" for={id}>
        {label}
      </label>
      {choose({ value, set: onChange, described: { id, 'aria-describedby': undefined, 'aria-invalid': undefined } })}
    </div>
  )
}

interface ValuesProps {
  readonly label: string
  readonly values: readonly (string | number)[]
  readonly nameOf: (value: string | number) => string
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** Some of the possible values. */
function Values({ label, values, nameOf, value, onChange }: ValuesProps): JSX.Element {
  const chosen = [value].flat().filter((one) => (typeof one === 'string' && one !== '') || typeof one === 'number')
  const unknown = chosen.filter((one) => !values.some((known) => known === one))
  return (
    <div class="checks" role="group" aria-label={label}>
      {[...values, ...unknown].map((one) => (
        <label class="check" key={one}>
          <input
            type="checkbox"
            checked={chosen.includes(one)}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? [...chosen, one] : chosen.filter((other) => other !== one))
            }
          />
          <span>{nameOf(one as string | number)}</span>
        </label>
      ))}
    </div>
  )
}
