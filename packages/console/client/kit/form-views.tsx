import type { JSX } from 'preact'
import { call } from '../lib/api.ts'
import { path as pagePath } from '../lib/location.ts'
import type { Values } from '../lib/merge.ts'
import type { Field as FieldOf } from '../lib/openapi.ts'
import { type Snapshot, byId, snapshotOf } from '../lib/snapshot.ts'
import type { LocalText } from '../lib/types.ts'
import { EditDialog } from '../ui/edit-dialog.tsx'
import { Form as FormView } from '../ui/form.tsx'
import type { FormBase, FormDrawerProps, FormField, FormProps, StoredRecord } from './form.tsx'

/** See `Form`. */
export function FormOf({ id, onDone, lead, ...form }: FormProps): JSX.Element {
  const given = toForm(form)
  return <FormView id={id} {...given} draft={draftOf(given.seen)} lead={lead} onDone={onDone} />
}

/** See `FormDrawer`. */
export function FormDrawerOf({ title, action, onClose, lead, ...form }: FormDrawerProps): JSX.Element {
  const name = form.record ? 'edit' : 'new'
  return (
    <EditDialog
      title={title}
      name={name}
      {...(action !== undefined && { action })}
      {...toForm(form)}
      lead={lead}
      onClose={onClose}
    />
  )
}

const draftOf = (seen: Snapshot<StoredRecord> | undefined) => `${seen?.key ?? pagePath.value} form`

function toForm({ path, fields, record, start, onSubmit }: FormBase) {
  const seen = record && snapshotOf(record, { path, query: { id: record.id }, pick: byId<StoredRecord>(record.id) })
  const groups = new Map<string, string[]>()
  for (const { group, name } of fields) if (group) groups.set(group, [...(groups.get(group) ?? []), name])
  const entriesOf = <T,>(value: (field: FormField) => T | undefined) =>
    Object.fromEntries(fields.flatMap((one) => (value(one) === undefined ? [] : [[one.name, value(one)!]])))
  return {
    seen,
    fields: fields.map(toField),
    groups: [...groups].map(([title, names]) => ({ title, fields: names })),
    labels: entriesOf<LocalText>(({ label }) => label),
    hints: entriesOf(({ hint }) => hint),
    controls: entriesOf(({ control }) => control),
    ...(start && { start }),
    onSubmit: (values: Values, now: Snapshot<StoredRecord>) => {
      const version = now?.version ?? null
      if (onSubmit) return onSubmit(values, version)
      return record
        ? call('PUT', path, { body: { id: record.id, ...values }, version })
        : call('POST', path, { body: values })
    },
  }
}

function toField({ name, kind, isRequired = false, choices, ...rules }: FormField): FieldOf {
  const { minimum, maximum, maxLength, isInteger } = rules
  const isDate = kind === 'date' || kind === 'moment'
  return {
    name,
    kind: isDate ? 'date' : (kind ?? (choices ? 'choice' : 'text')),
    isRequired,
    isNullable: !isRequired,
    isId: false,
    ...(kind === 'date' && { isDay: true }),
    ...(choices && { choices: Object.keys(choices), choiceLabels: choices }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(maxLength !== undefined && { maxLength }),
    ...(isInteger !== undefined && { isInteger }),
  }
}
