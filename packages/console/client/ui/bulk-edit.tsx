import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { withEach } from '../lib/bulk.ts'
import { memberName, t, textIn } from '../lib/i18n.ts'
import type { Values } from '../lib/merge.ts'
import type { Field as FieldOf } from '../lib/openapi.ts'
import { change, type Snapshot } from '../lib/snapshot.ts'
import type { LocalText } from '../lib/types.ts'
import { EditDialog } from './edit-dialog.tsx'
import { Field, Select } from './field.tsx'
import { Icon } from './icon.tsx'
import type { Control } from './input.tsx'

interface BulkEditProps<T> {
  readonly rows: readonly Snapshot<T>[]
  readonly fields: readonly FieldOf[]
  readonly labels?: Readonly<Record<string, LocalText>>
  readonly controls?: Readonly<Record<string, Control>>
  readonly onWrite: (now: Snapshot<T>, values: Values) => Promise<unknown>
}

/** Gives one field of all selected records the same value, as one act. */
export function BulkEdit<T>({ rows, fields, labels = {}, controls = {}, onWrite }: BulkEditProps<T>): JSX.Element {
  const shared = fields.filter(({ kind }) => kind !== 'lines' && kind !== 'json' && kind !== 'password')
  const [name, setName] = useState('')
  const [isOpen, setOpen] = useState(false)
  const chosen = shared.find((one) => one.name === name) ?? shared[0]
  if (!chosen) return <></>
  const titleOf = (one: FieldOf) => (labels[one.name] ? textIn(labels[one.name]!) : (one.title ?? memberName(one.name)))
  const count = rows.length
  return (
    <>
      <button type="button" class="button small" onClick={() => setOpen(true)}>
        <Icon name="edit" size={16} />
        {t('edit')}
      </button>
      {isOpen && (
        <EditDialog
          key={chosen.name}
          title={t('records.editMany', { count })}
          name={null}
          fields={[{ ...chosen, isRequired: !chosen.isNullable && chosen.kind !== 'list' }]}
          {...{ labels, controls }}
          lead={
            <Field label={t('records.field')} isRequired>
              {(described) => (
                <Select
                  {...described}
                  value={chosen.name}
                  options={shared.map((one) => [one.name, titleOf(one)] as const)}
                  onChange={setName}
                />
              )}
            </Field>
          }
          onSubmit={(values) => {
            const value = values[chosen.name] ?? (chosen.kind === 'list' ? [] : null)
            return withEach(t('records.editMany', { count }), rows, (seen) =>
              change(seen, (now) => onWrite(now, { [chosen.name]: value })),
            )
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
