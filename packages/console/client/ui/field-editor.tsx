import type { JSX } from 'preact'
import { useId, useRef, useState } from 'preact/hooks'
import { ApiError, call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import {
  type Check,
  type Config,
  type Definition,
  type Entity,
  entityName,
  type Kind,
  type Managed,
} from '../lib/definitions.ts'
import { KINDS, kindText, type Option, reasonOf, toKey } from '../lib/definitions.ts'
import { useEditing } from '../lib/editing.ts'
import { visible } from '../lib/format.ts'
import { memberName, t, type TextKey } from '../lib/i18n.ts'
import { may } from '../lib/session.ts'
import { snapshotOf } from '../lib/snapshot.ts'
import { CancelButton, Dialog } from './dialog.tsx'
import { Field, Select, Switch } from './field.tsx'
import { FormNotes } from './form-notes.tsx'
import { Icon } from './icon.tsx'

interface EditorProps {
  readonly entityId: string
  readonly entities: readonly Entity[]
  /** Titles of the groups that the entity has. */
  readonly groups: readonly string[]
  /** What is edited; undefined for a new field. */
  readonly definition?: Definition | undefined
  /** The place of a new field. */
  readonly priority: number
  readonly onClose: () => void
}

/** A definition as the form has it: its settings beside the others. */
interface Edited extends Config {
  readonly kind: Kind
  readonly key: string
  readonly isTenantWide: boolean
}

/** A definition as it was read, for the form and for its deletion. */
export const definitionSeen = (entityId: string, definition: Definition) =>
  snapshotOf(definition, {
    path: '/entities/definitions.manage',
    query: { entityId },
    pick: ({ items }: Managed) => items.find(({ key }) => key === definition.key),
    toValues: ({ kind, key, organizationId, configJson }) => ({
      ...configJson,
      kind,
      key,
      isTenantWide: organizationId === null,
    }),
  })

const RULES = ['gte', 'lte', 'gt', 'lt', 'eq', 'ne', 'regex'] as const

/** Defines a field: its kind, what it accepts, and where it is shown. */
export function FieldEditor({ entityId, entities, groups, definition, priority, onClose }: EditorProps): JSX.Element {
  const id = useId()
  const seen = definition ? definitionSeen(entityId, definition) : null
  const editing = useEditing({
    seen,
    start: { kind: 'text', key: '', priority },
    draft: `field ${definition?.key ?? ''} of ${entityId}`,
  })
  const { kind, key, isTenantWide, ...config } = editing.values as unknown as Edited
  const [failure, setFailure] = useState('')
  const isBusy = useRef(false)
  const set = (changes: Partial<Edited>) => editing.set(changes)
  const dictionaries = useData<{ items: readonly { readonly id: string; readonly name: string }[] }>(
    kind === 'dictionary' && may('dictionaries.view') ? '/dictionaries' : null,
  )
  const checks = config.validation ?? []
  const required = checks.find(({ rule }) => rule === 'required')
  const others = checks.filter(({ rule }) => rule !== 'required')
  const setChecks = (next: readonly Check[]) => set({ validation: required ? [required, ...next] : next })

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy.current) return
    isBusy.current = true
    setFailure('')
    try {
      const isSaved = await editing.save((values, { seen: now }) => {
        const { kind: as, key: called, isTenantWide: tenantWide = false, ...given } = values as unknown as Edited
        const body = {
          entityId,
          key: called || toKey(given.label ?? ''),
          kind: as,
          configJson: toConfig(as, given),
          tenantWide,
        }
        return call('POST', '/entities/definitions', { body, version: now?.version })
      })
      if (isSaved) onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.status === 0 ? t('offline.text') : reasonOf(error))
    } finally {
      isBusy.current = false
    }
  }

  return (
    <Dialog
      title={definition ? `${t('edit')}: ${visible(config.label ?? key, 80)}` : t('fields.new')}
      look="drawer"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <button type="submit" class="button primary" form={id}>
            {definition ? t('save') : t('create')}
          </button>
        </>
      }
    >
      <form id={id} class="form" onSubmit={(event) => void submit(event)}>
        {failure && (
          <p class="message bad" role="alert">
            {failure}
          </p>
        )}
        <FormNotes editing={editing} titleOf={memberName} />
        {definition?.isInherited && definition.organizationId !== null && (
          <p class="message">{t('fields.inheritedText')}</p>
        )}
        <Field label={t('fields.label')} isRequired>
          {(described) => (
            <input
              {...described}
              class="input"
              required
              maxLength={200}
              value={config.label ?? ''}
              onInput={(event) => set({ label: event.currentTarget.value })}
            />
          )}
        </Field>
        {!definition && (
          <Field label={t('fields.key')} hint={t('fields.keyText')}>
            {(described) => (
              <input
                {...described}
                class="input mono"
                maxLength={100}
                pattern="[a-z0-9_]+"
                placeholder={toKey(config.label ?? '')}
                value={key}
                onInput={(event) => set({ key: event.currentTarget.value })}
              />
            )}
          </Field>
        )}
        <Field label={t('fields.kind')} isRequired>
          {(described) => (
            <Select
              {...described}
              value={kind}
              onChange={(next) => set({ kind: next as Kind })}
              options={KINDS.map((one) => [one, t(kindText(one))] as const)}
            />
          )}
        </Field>
        {kind === 'select' && <Options value={config.options ?? []} onChange={(options) => set({ options })} />}
        {kind === 'dictionary' && (
          <Field label={t('kind.dictionary')} isRequired>
            {(described) => (
              <Select
                {...described}
                isRequired
                value={config.dictionaryId ?? ''}
                onChange={(dictionaryId) => set({ dictionaryId })}
                options={[
                  ['', '—'],
                  ...(dictionaries.data?.items.map((one) => [one.id, visible(one.name, 100)] as const) ?? []),
                ]}
              />
            )}
          </Field>
        )}
        {kind === 'relation' && (
          <Field label={t('fields.related')} isRequired>
            {(described) => (
              <Select
                {...described}
                isRequired
                value={config.relatedEntityId ?? ''}
                onChange={(relatedEntityId) => set({ relatedEntityId })}
                options={[['', '—'], ...entities.map((one) => [one.entityId, visible(entityName(one), 100)] as const)]}
              />
            )}
          </Field>
        )}
        <Field label={t('fields.description')}>
          {(described) => (
            <textarea
              {...described}
              class="input"
              rows={2}
              maxLength={2000}
              value={config.description ?? ''}
              onInput={(event) => set({ description: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field label={t('fields.group')} hint={t('fields.groupText')}>
          {(described) => (
            <>
              <input
                {...described}
                class="input"
                maxLength={200}
                list={`${id}-groups`}
                value={config.group?.title ?? config.group?.code ?? ''}
                onInput={(event) => {
                  const title = event.currentTarget.value
                  set({ group: title.trim() === '' ? undefined : { code: toKey(title) || 'group', title } })
                }}
              />
              <datalist id={`${id}-groups`}>
                {groups.map((one) => (
                  <option key={one} value={one} />
                ))}
              </datalist>
            </>
          )}
        </Field>
        <Switch
          label={t('fields.required')}
          isOn={required !== undefined}
          onChange={(isOn) =>
            set({
              validation: isOn ? [{ rule: 'required', message: t('fields.requiredMessage') }, ...others] : others,
            })
          }
        />
        {kind !== 'boolean' && (
          <Switch label={t('fields.multi')} isOn={config.multi === true} onChange={(multi) => set({ multi })} />
        )}
        <Switch
          label={t('fields.inForms')}
          isOn={config.formEditable !== false}
          onChange={(formEditable) => set({ formEditable })}
        />
        <Switch
          label={t('fields.inLists')}
          isOn={config.listVisible !== false}
          onChange={(listVisible) => set({ listVisible })}
        />
        <Switch
          label={t('fields.filterable')}
          isOn={config.filterable === true}
          onChange={(filterable) => set({ filterable })}
        />
        {isWorded(kind) && (
          <Switch
            label={t('fields.searchable')}
            isOn={config.searchable === true}
            onChange={(searchable) => set({ searchable })}
          />
        )}
        <Switch
          label={t('fields.personal')}
          isOn={config.personal === true}
          onChange={(personal) => set({ personal })}
        />
        {definition?.organizationId === null && (
          <Switch label={t('fields.tenantWide')} isOn={isTenantWide} onChange={(next) => set({ isTenantWide: next })} />
        )}
        <Checks value={others} onChange={setChecks} />
      </form>
    </Dialog>
  )
}

/** Whether the values of a kind have words to search for. */
const isWorded = (kind: Kind) => ['text', 'multiline', 'select', 'currency', 'dictionary'].includes(kind)

/** The settings as they are sent: those of other kinds stay out. */
function toConfig(kind: Kind, config: Config): Config {
  const { options = [], dictionaryId, relatedEntityId, validation = [], multi, searchable, ...rest } = config
  const isNumeric = kind === 'integer' || kind === 'float'
  return {
    ...rest,
    ...(isWorded(kind) && searchable !== undefined && { searchable }),
    ...(kind === 'select' && { options: options.filter(({ value }) => value !== '') }),
    ...(kind === 'dictionary' && dictionaryId && { dictionaryId }),
    ...(kind === 'relation' && relatedEntityId && { relatedEntityId }),
    ...(kind !== 'boolean' && multi !== undefined && { multi }),
    validation: validation.map((check) => {
      if (typeof check.param !== 'string' || check.rule === 'regex') return check
      const compared = check.rule === 'eq' || check.rule === 'ne'
      return { ...check, param: compared && !isNumeric ? check.param : Number(check.param) }
    }),
  }
}

interface RowsProps<T> {
  readonly value: readonly T[]
  readonly onChange: (next: readonly T[]) => void
}

function Options({ value, onChange }: RowsProps<Option>): JSX.Element {
  return (
    <fieldset>
      <legend>{t('fields.options')}</legend>
      {value.map((option, index) => (
        <div class="nav-row" key={index}>
          <input
            class="input"
            required
            maxLength={500}
            aria-label={t('fields.option', { number: index + 1 })}
            value={option.label}
            onInput={(event) => {
              const label = event.currentTarget.value
              // A value that records may hold stays as it is when its label changes.
              const isNew = String(option.value) === option.label
              onChange(value.with(index, { label, value: isNew ? label : option.value }))
            }}
          />
          <Remove name={option.label} onRemove={() => onChange(value.toSpliced(index, 1))} />
        </div>
      ))}
      <Add label={t('fields.addOption')} onAdd={() => onChange([...value, { value: '', label: '' }])} />
    </fieldset>
  )
}

function Checks({ value, onChange }: RowsProps<Check>): JSX.Element {
  const change = (index: number, changes: Partial<Check>) =>
    onChange(value.with(index, { ...value[index]!, ...changes }))
  return (
    <fieldset>
      <legend>{t('fields.validation')}</legend>
      {value.map((check, index) => (
        <div class="group" key={index}>
          <div class="nav-row">
            <Select
              label={t('fields.rule')}
              value={check.rule}
              onChange={(rule) => change(index, { rule })}
              options={rulesWith(check.rule).map((rule) => [rule, ruleText(rule)] as const)}
            />
            {!['date', 'integer', 'float'].includes(check.rule) && (
              <input
                class="input"
                required
                maxLength={500}
                aria-label={t('rules.value')}
                value={String(check.param ?? '')}
                onInput={(event) => change(index, { param: event.currentTarget.value })}
              />
            )}
            <Remove name={ruleText(check.rule)} onRemove={() => onChange(value.toSpliced(index, 1))} />
          </div>
          <input
            class="input"
            required
            maxLength={500}
            aria-label={t('fields.message')}
            placeholder={t('fields.message')}
            value={check.message}
            onInput={(event) => change(index, { message: event.currentTarget.value })}
          />
        </div>
      ))}
      <Add label={t('fields.addRule')} onAdd={() => onChange([...value, { rule: 'lte', message: '', param: '' }])} />
    </fieldset>
  )
}

const rulesWith = (rule: string): readonly string[] => (RULES.some((one) => one === rule) ? RULES : [...RULES, rule])

const OPERATORS: Readonly<Record<string, TextKey>> = {
  gte: 'operator.>=',
  lte: 'operator.<=',
  gt: 'operator.>',
  lt: 'operator.<',
  eq: 'operator.=',
  ne: 'operator.!=',
  regex: 'operator.MATCHES',
  integer: 'kind.integer',
  float: 'kind.float',
  date: 'kind.date',
}
const ruleText = (rule: string) => (OPERATORS[rule] ? t(OPERATORS[rule]) : rule)

function Add({ label, onAdd }: { readonly label: string; readonly onAdd: () => void }): JSX.Element {
  return (
    <div>
      <button type="button" class="button small" onClick={onAdd}>
        <Icon name="plus" size={16} />
        {label}
      </button>
    </div>
  )
}

function Remove({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }): JSX.Element {
  return (
    <button type="button" class="icon-button danger" aria-label={`${t('remove')}: ${name}`} onClick={onRemove}>
      <Icon name="close" size={18} />
    </button>
  )
}
