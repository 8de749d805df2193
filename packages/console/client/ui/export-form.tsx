import type { JSX } from 'preact'
import { useAll } from '../lib/all-pages.ts'
import { FORMATS, type Schedule, type ScheduledExport, weekdayName } from '../lib/exports.ts'
import { type Destination, DESTINATIONS } from '../lib/destinations.ts'
import { timeZone } from '../lib/format.ts'
import { locale, t } from '../lib/i18n.ts'
import type { Values } from '../lib/merge.ts'
import { may } from '../lib/session.ts'
import type { Snapshot } from '../lib/snapshot.ts'
import { EditDialog, field } from './edit-dialog.tsx'
import { Field, Select } from './field.tsx'
import { td } from '../texts/late/destinations.ts'
import { te } from '../texts/late/exports.ts'

interface ExportFormProps {
  /** Absent for a new one. */
  readonly seen?: Snapshot<ScheduledExport>
  readonly onSave: (values: Values, seen: Snapshot<ScheduledExport>) => Promise<unknown>
  readonly onClose: () => void
}

/** When a list is exported, and how. */
export function ExportForm({ seen, onSave, onClose }: ExportFormProps): JSX.Element {
  const canChoose = may('transfer.destinations.view')
  const found = useAll<Destination>(canChoose ? DESTINATIONS : null)
  const destinations = (found.data?.items ?? []).toSorted((one, other) =>
    one.name.localeCompare(other.name, locale.value),
  )
  return (
    <EditDialog
      title={seen ? t('edit') : t('exports.schedule')}
      {...(!seen && { action: t('create') })}
      fields={[
        field('name', { isRequired: true, maxLength: 200 }),
        field('format', {
          kind: 'choice',
          isRequired: true,
          title: te('format'),
          choices: Object.keys(FORMATS),
          choiceLabels: FORMATS,
        }),
        field('schedule', { kind: 'json', isRequired: true }),
        field('keptFiles', {
          kind: 'number',
          isRequired: true,
          isInteger: true,
          minimum: 1,
          maximum: 100,
          title: te('kept'),
        }),
        ...(destinations.length > 0
          ? [
              field('destinationId', {
                kind: 'choice',
                isNullable: true,
                title: td('choose'),
                choices: destinations.map(({ id }) => id),
                choiceLabels: Object.fromEntries(destinations.map(({ id, name }) => [id, name])),
              }),
            ]
          : []),
        field('tellsOwner', { kind: 'boolean', title: te('tells') }),
      ]}
      seen={seen}
      start={{ format: 'csv', schedule: START, keptFiles: 10, tellsOwner: false }}
      hints={{ destinationId: td('chooseText') }}
      fieldsets={{
        schedule: ({ value, set }) => <ScheduleChoice value={(value ?? START) as Schedule} onChange={set} />,
      }}
      lead={<p class="muted">{te('text')}</p>}
      onSubmit={({ schedule, ...values }, now) => onSave({ ...values, ...(schedule as object | undefined) }, now)}
      onClose={onClose}
    />
  )
}

const START: Schedule = {
  frequency: 'daily',
  weekday: 1,
  day: 1,
  time: '06:00',
  timeZone: timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
}

interface ScheduleProps {
  readonly value: Schedule
  readonly onChange: (schedule: Schedule) => void
}

function ScheduleChoice({ value, onChange }: ScheduleProps): JSX.Element {
  const change = (part: Partial<Schedule>) => onChange({ ...value, ...part })
  const { frequency, weekday, day, time } = value
  return (
    <fieldset class="checks">
      <legend>{t('audit.when')}</legend>
      <Select
        label={t('audit.when')}
        value={frequency}
        options={(['daily', 'weekly', 'monthly'] as const).map((one) => [one, te(one)] as const)}
        onChange={(next) => change({ frequency: next as Schedule['frequency'], weekday: weekday ?? 1, day: day ?? 1 })}
      />
      {frequency === 'weekly' && (
        <Select
          label={te('weekday')}
          value={String(weekday)}
          options={DAYS.map((one) => [String(one), weekdayName(one)] as const)}
          onChange={(next) => change({ weekday: Number(next) })}
        />
      )}
      {frequency === 'monthly' && (
        <Field label={te('day')} hint={te('dayText')} isRequired>
          {(described) => (
            <input
              {...described}
              class="input"
              type="number"
              min={1}
              max={31}
              required
              value={day ?? ''}
              onInput={({ currentTarget }) => change({ day: Number(currentTarget.value) || null })}
            />
          )}
        </Field>
      )}
      <Field label={te('time')} isRequired>
        {(described) => (
          <input
            {...described}
            class="input"
            type="time"
            required
            value={time}
            onInput={({ currentTarget }) => change({ time: currentTarget.value })}
          />
        )}
      </Field>
      <Field label={te('timeZone')} isRequired>
        {(described) => (
          <Select
            {...described}
            value={value.timeZone}
            options={zonesWith(value.timeZone).map((zone) => [zone, zone] as const)}
            onChange={(next) => change({ timeZone: next })}
          />
        )}
      </Field>
    </fieldset>
  )
}

const DAYS = [1, 2, 3, 4, 5, 6, 7]

/** The time zones that the browser knows. */
const zonesWith = (chosen: string): readonly string[] =>
  [...new Set([chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted()
