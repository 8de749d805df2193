import type { ComponentChildren, JSX } from 'preact'
import { useId } from 'preact/hooks'
import { t } from '../lib/i18n.ts'

interface FieldProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly problem?: string | undefined
  readonly isRequired?: boolean
  readonly children: (ids: Described) => ComponentChildren
}

/** What ties a control to its label and to what is said about it. */
export interface Described {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

/** A control with its label, a hint, and what is wrong with its value. */
export function Field({ label, hint, problem, isRequired = false, children }: FieldProps): JSX.Element {
  const id = useId()
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={id}>
        {label}
        {!isRequired && <span class="optional">{t('optional')}</span>}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': problem ? true : undefined })}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem && (
        <p class="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  )
}

/** A field for a search, with its label. */
export function SearchField({ value, onChange, label }: SearchFieldProps): JSX.Element {
  return (
    <Field label={label}>
      {(described) => (
        <input
          {...described}
          class="input"
          type="search"
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

interface SearchFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly label: string
}

interface SelectProps extends Partial<Described> {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly label?: string
  readonly isRequired?: boolean
}

export function Select({ value, onChange, options, label, isRequired, ...described }: SelectProps): JSX.Element {
  return (
    <select
      class="input"
      value={value}
      aria-label={label}
      required={isRequired}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...described}
    >
      {options.map(([key, text]) => (
        <option key={key} value={key} selected={key === value}>
          {text}
        </option>
      ))}
    </select>
  )
}

interface SwitchProps {
  readonly label: string
  /** What it switches, where no label is shown. */
  readonly name?: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly isDisabled?: boolean
}

export function Switch({ label, name, isOn, onChange, isDisabled = false }: SwitchProps): JSX.Element {
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        aria-label={name}
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  )
}
