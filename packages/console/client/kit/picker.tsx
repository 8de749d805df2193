import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Combobox } from '../ui/combobox.tsx'
import type { Described } from '../ui/field.tsx'
import { ReferencePicker } from '../ui/reference-picker.tsx'

/** Something to choose. */
export interface Choice {
  readonly value: string
  readonly label: string
}

interface PickerBase extends Partial<Described> {
  /** Empty if nothing is chosen. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** Names the control where no label is shown. */
  readonly label?: string
}

export interface PickerProps extends PickerBase {
  readonly choices: readonly Choice[]
  readonly isRequired?: boolean
}

/** Chooses one of many by typing a part of its label. For a few, use `Select`. */
export function Picker({ choices, ...props }: PickerProps): JSX.Element {
  const [search, setSearch] = useState('')
  const wanted = search.toLocaleLowerCase()
  return (
    <Combobox
      {...props}
      text={choices.find(({ value }) => value === props.value)?.label ?? ''}
      options={choices.filter(({ label }) => label.toLocaleLowerCase().includes(wanted)).slice(0, MOST)}
      onSearch={setSearch}
    />
  )
}

const MOST = 50

export interface RecordPickerProps extends PickerBase {
  /** A route with the parameters `search` and `id`, as `resource()` declares it: `/auth/users`. */
  readonly path: string
}

/** Chooses the id of a record among all of a route, by what they are called. */
export function RecordPicker({ path, value, onChange, label, ...described }: RecordPickerProps): JSX.Element {
  return <ReferencePicker {...{ path, value, onChange, described }} {...(label !== undefined && { label })} />
}
