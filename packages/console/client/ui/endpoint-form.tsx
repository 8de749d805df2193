import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ApiError } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { t } from '../lib/i18n.ts'
import type { Values } from '../lib/merge.ts'
import { type Field, fieldsOfMessages } from '../lib/openapi.ts'
import { type Condition, type FieldType, type RuleField, toGroup } from '../lib/rules.ts'
import type { Snapshot } from '../lib/snapshot.ts'
import { type Endpoint, EVERY_EVENT } from '../lib/webhooks.ts'
import { ConditionBuilder } from './condition-builder.tsx'
import { EditDialog, field } from './edit-dialog.tsx'
import { Switch } from './field.tsx'
import { Loading } from './states.tsx'

interface EndpointFormProps {
  /** Absent for a new one. */
  readonly endpoint?: Snapshot<Endpoint>
  readonly onSave: (values: Values, seen: Snapshot<Endpoint>) => Promise<unknown>
  readonly onClose: () => void
}

/** Where events are sent, and which. */
export function EndpointForm({ endpoint, onSave, onClose }: EndpointFormProps): JSX.Element {
  const [events, setEvents] = useState<readonly string[]>([])
  return (
    <EditDialog
      title={endpoint ? t('edit') : t('webhooks.new')}
      {...(!endpoint && { action: t('create') })}
      fields={[
        field('url', { isNullable: true, maxLength: 2000 }),
        field('description', { isNullable: true, maxLength: 500 }),
        field('events', { kind: 'list' }),
        field('condition', { kind: 'json', isNullable: true }),
        field('ordered', { kind: 'boolean' }),
        field('ed25519', { kind: 'boolean' }),
      ]}
      hints={{ url: t('webhooks.urlText') }}
      seen={endpoint}
      start={{ events: [] }}
      fieldsets={{
        events: ({ value, set }) => (
          <EventsChoice value={(value ?? []) as readonly string[]} onChange={set} onShown={setEvents} />
        ),
        condition: ({ value, set }) => (
          <ConditionChoice events={events} value={(value ?? null) as Condition | null} onChange={set} />
        ),
      }}
      lead={<p class="muted">{t('webhooks.ownerText')}</p>}
      onSubmit={async (values, now) => {
        const { events: chosen } = values
        if (Array.isArray(chosen) && chosen.length === 0) throw new ApiError(400, { error: t('webhooks.noEvent') })
        await onSave(values, now)
      }}
      onClose={onClose}
    />
  )
}

interface EventsProps {
  readonly value: readonly string[]
  readonly onChange: (events: readonly string[]) => void
  /** Is told what is chosen, also what the tab had kept. */
  readonly onShown: (events: readonly string[]) => void
}

/** All events, or some of them, by module. */
function EventsChoice({ value, onChange, onShown }: EventsProps): JSX.Element {
  const { data } = useData<{ readonly items: readonly { readonly id: string }[] }>('/webhooks/event-types')
  useEffect(() => onShown(value), [value.join()])
  const isAll = value.includes(EVERY_EVENT)
  const modules = new Map<string, string[]>()
  for (const { id } of data?.items ?? []) {
    const module = id.slice(0, id.indexOf('.'))
    modules.set(module, [...(modules.get(module) ?? []), id])
  }
  return (
    <fieldset class="checks">
      <legend>{t('field.events')}</legend>
      <Switch label={t('webhooks.allEvents')} isOn={isAll} onChange={(isOn) => onChange(isOn ? [EVERY_EVENT] : [])} />
      {!data && <Loading />}
      {data && !isAll && (
        <div class="tree">
          {[...modules].map(([module, ids]) => (
            <details key={module} open={ids.some((id) => value.includes(id))}>
              <summary>
                <span class="mono">{module}</span>
                <span class="muted">
                  {ids.filter((id) => value.includes(id)).length} / {ids.length}
                </span>
              </summary>
              {ids.map((id) => (
                <label key={id} class="check">
                  <input
                    type="checkbox"
                    checked={value.includes(id)}
                    onChange={(event) =>
                      onChange(event.currentTarget.checked ? [...value, id] : value.filter((one) => one !== id))
                    }
                  />
                  <span class="mono">{id.slice(module.length + 1)}</span>
                </label>
              ))}
            </details>
          ))}
        </div>
      )}
    </fieldset>
  )
}

interface ConditionProps {
  readonly events: readonly string[]
  readonly value: Condition | null
  readonly onChange: (condition: Condition | null) => void
}

/** A condition on the records in messages. */
function ConditionChoice({ events, value, onChange }: ConditionProps): JSX.Element {
  const [fields, setFields] = useState<readonly RuleField[]>([])
  useEffect(() => {
    let isCurrent = true
    fieldsOfMessages(events.includes(EVERY_EVENT) ? null : events).then(
      (found) => isCurrent && setFields(found.map(toRuleField)),
      () => isCurrent && setFields([]),
    )
    return () => {
      isCurrent = false
    }
  }, [events.join()])
  return (
    <fieldset class="checks">
      <legend>{t('field.condition')}</legend>
      <p class="hint">{t('webhooks.conditionText')}</p>
      <ConditionBuilder
        condition={toGroup(value)}
        fields={fields}
        onChange={(next) => onChange('rules' in next && next.rules.length === 0 ? null : next)}
      />
    </fieldset>
  )
}

const TYPES: Readonly<Partial<Record<Field['kind'], FieldType>>> = {
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  list: 'array',
  json: 'object',
  record: 'object',
  lines: 'array',
}

const toRuleField = ({ name, kind, choices }: Field): RuleField => ({
  name,
  type: TYPES[kind] ?? 'text',
  settable: false,
  ...(choices && { values: choices }),
})
