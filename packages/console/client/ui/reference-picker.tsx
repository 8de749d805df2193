import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useData } from '../lib/data.ts'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { foundAs } from '../lib/records.ts'
import type { Listed } from '../lib/types.ts'
import { Combobox } from './combobox.tsx'
import type { Described } from './field.tsx'

interface PickerProps {
  readonly path: string
  readonly value: string
  readonly onChange: (id: string) => void
  readonly described?: Partial<Described>
  /** Where no label is shown. */
  readonly label?: string
}

/** Finds a record among all of a resource. */
export function ReferencePicker({ path, value, onChange, described, label }: PickerProps): JSX.Element {
  const [search, setSearch] = useState<string>()
  const found = useData<Listed<Readonly<Record<string, unknown>>>>(search === undefined ? null : path, {
    search,
    pageSize: 20,
  })
  const chosen = useData<Listed<Readonly<Record<string, unknown>>>>(value === '' ? null : path, {
    id: value,
    pageSize: 1,
  })
  const row = chosen.data?.items[0]
  const missing = chosen.isLoading ? '…' : t('relation.unknown')
  return (
    <Combobox
      {...described}
      {...(label !== undefined && { label })}
      value={value}
      text={value === '' ? '' : row ? visible(foundAs(row), 120) : missing}
      options={found.data?.items.map((one) => ({ value: String(one['id']), label: foundAs(one) }))}
      onSearch={setSearch}
      onChange={onChange}
    />
  )
}
