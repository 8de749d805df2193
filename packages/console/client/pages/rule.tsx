import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { PageProps } from '../app.tsx'
import { ApiError, call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { useEditing } from '../lib/editing.ts'
import { visible } from '../lib/format.ts'
import { memberName, t } from '../lib/i18n.ts'
import { go, hrefOf } from '../lib/location.ts'
import {
  ACTIONS,
  type ActionType,
  dataOf,
  type Entities,
  fieldLabel,
  recordsOf,
  type Rule,
  RULE_TYPES,
  type RuleAction,
  type RuleEntity,
  toGroup,
  type Verdict,
} from '../lib/rules.ts'
import { may } from '../lib/session.ts'
import { snapshotOf, whole } from '../lib/snapshot.ts'
import type { Listed, Row } from '../lib/types.ts'
import { tr } from '../texts/late/rule-actions.ts'
import { Combobox } from '../ui/combobox.tsx'
import { ConditionBuilder, ValueInput } from '../ui/condition-builder.tsx'
import { Field, Select, Switch } from '../ui/field.tsx'
import { FormNotes } from '../ui/form-notes.tsx'
import { History } from '../ui/history.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { useChosenFields, useRecordName } from '../ui/rule-fields.ts'
import { DraftFindings } from '../ui/rule-findings.tsx'
import { TryMany } from '../ui/try-many.tsx'
import { Shown } from '../ui/states.tsx'
import { VerdictView } from '../ui/why.tsx'
import { RemoveButton } from '../ui/remove-button.tsx'
import { RemoveDialog } from '../ui/remove-dialog.tsx'

const NEW: Rule = {
  id: '',
  ruleId: '',
  ruleName: '',
  description: null,
  ruleType: 'GUARD',
  ruleCategory: null,
  entityType: '',
  eventType: null,
  // It counts once it has been tried.
  enabled: false,
  priority: 100,
  effectiveFrom: null,
  effectiveTo: null,
  updatedAt: '',
  conditionExpression: null,
  successActions: [],
  failureActions: [],
}

/** A rule: what it is about, its condition and actions, and a dry run on a record. */
export function RulePage({ parameters: { id = '' } }: PageProps): JSX.Element {
  const isNew = id === 'new'
  const rule = useData<Rule>(isNew ? null : `/business_rules/rules/${id}`)
  const entities = useData<Entities>('/business_rules/entities')
  return (
    <>
      <a class="back" href={hrefOf('/business_rules/rules')}>
        <Icon name="left" size={16} />
        {t('rules')}
      </a>
      <Shown of={entities}>
        {(known) =>
          isNew ? (
            <Editor key="new" given={{ ...NEW, entityType: known.items[0]?.entityType ?? '' }} known={known} />
          ) : (
            <Shown of={rule}>{(given) => <Editor key={given.id} given={given} known={known} />}</Shown>
          )
        }
      </Shown>
    </>
  )
}

interface EditorProps {
  readonly given: Rule
  readonly known: Entities
}

function Editor({ given, known }: EditorProps): JSX.Element {
  const isNew = given.id === ''
  const path = `/business_rules/rules/${given.id}`
  const seen = isNew ? null : snapshotOf(given, { path, pick: whole<Rule>, toValues: toBody })
  const editing = useEditing({ seen, start: toBody(given), draft: seen?.key ?? path })
  const rule = editing.values as unknown as Rule
  const [failure, setFailure] = useState('')
  const [isDeleting, setDeleting] = useState(false)
  const canManage = may('business_rules.manage')
  const set = (change: Partial<Rule>) => editing.set(change)
  const entity = useChosenFields(known.items.find(({ entityType }) => entityType === rule.entityType))
  const nameOf = useRecordName(entity)
  const hasChanged = editing.isChanged

  async function save(event: SubmitEvent) {
    event.preventDefault()
    if (!isNew && !hasChanged) return
    setFailure('')
    try {
      await editing.save(async (values, { seen: now }) => {
        const body = toBody(values as unknown as Rule)
        if (now) return call('PUT', '/business_rules/rules', { body: { id: given.id, ...body }, version: now.version })
        const { id } = await call<{ id: string }>('POST', '/business_rules/rules', { body })
        return go(`/business_rules/rules/${id}`)
      })
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message || t('offline.text') : String(error))
    }
  }

  return (
    <Page
      title={isNew ? t('rules.new') : visible(given.ruleName, 160)}
      actions={
        canManage && (
          <>
            {!isNew && <RemoveButton label={t('delete')} onClick={() => setDeleting(true)} />}
            <button type="submit" form="rule" class="button primary" aria-disabled={!isNew && !hasChanged}>
              {isNew ? t('create') : t('save')}
            </button>
          </>
        )
      }
    >
      <div class="two">
        <form id="rule" class="stack" onSubmit={(event) => void save(event)}>
          {failure && (
            <p class="message bad" role="alert">
              {visible(failure, 800)}
            </p>
          )}
          <FormNotes editing={editing} titleOf={memberName} />
          <section class="card padded stack" aria-label={t('rules.basics')}>
            <div class="columns">
              <Field label={t('field.name')} isRequired>
                {(described) => (
                  <input
                    {...described}
                    class="input"
                    required
                    maxLength={200}
                    value={rule.ruleName}
                    onInput={(event) => set({ ruleName: event.currentTarget.value })}
                  />
                )}
              </Field>
              <Field label={t('field.ruleId')} isRequired>
                {(described) => (
                  <input
                    {...described}
                    class="input mono"
                    required
                    maxLength={50}
                    value={rule.ruleId}
                    onInput={(event) => set({ ruleId: event.currentTarget.value })}
                  />
                )}
              </Field>
              <Field label={t('field.ruleType')} hint={t(`ruleTypeText.${rule.ruleType}`)} isRequired>
                {(described) => (
                  <Select
                    {...described}
                    value={rule.ruleType}
                    options={RULE_TYPES.map((type) => [type, t(`ruleType.${type}`)] as const)}
                    onChange={(next) => set({ ruleType: next as Rule['ruleType'] })}
                  />
                )}
              </Field>
              <Field label={t('rules.about')} isRequired>
                {(described) => (
                  <Select
                    {...described}
                    value={rule.entityType}
                    options={[
                      ...(entity || rule.entityType === '' ? [] : [[rule.entityType, rule.entityType] as const]),
                      ...known.items.map(({ entityType, title }) => [entityType, title] as const),
                    ]}
                    onChange={(entityType) => set({ entityType, eventType: null })}
                  />
                )}
              </Field>
              <Field label={t('rules.event')} hint={eventHint(entity, rule.eventType)}>
                {(described) => (
                  <Select
                    {...described}
                    value={rule.eventType ?? ''}
                    options={[
                      ['', t('rules.anyEvent')],
                      ...(entity?.events.map(({ eventType }) => [eventType, memberName(eventType)] as const) ?? []),
                    ]}
                    onChange={(next) => set({ eventType: next || null })}
                  />
                )}
              </Field>
              <Field label={t('field.priority')} hint={t('rules.priorityText')} isRequired>
                {(described) => (
                  <input
                    {...described}
                    class="input"
                    type="number"
                    min={0}
                    max={9999}
                    required
                    value={rule.priority}
                    onInput={(event) => set({ priority: Number(event.currentTarget.value) })}
                  />
                )}
              </Field>
            </div>
            <Field label={t('field.description')}>
              {(described) => (
                <textarea
                  {...described}
                  class="input"
                  rows={2}
                  maxLength={5000}
                  value={rule.description ?? ''}
                  onInput={(event) => set({ description: event.currentTarget.value || null })}
                />
              )}
            </Field>
            <Switch label={t('rules.enabled')} isOn={rule.enabled} onChange={(enabled) => set({ enabled })} />
            {isNew && !rule.enabled && <p class="hint">{t('rules.draft')}</p>}
            {rule.ruleId !== '' && <DraftFindings draft={toBody(rule)} />}
          </section>
          <section class="card padded stack" aria-label={t('rules.condition')}>
            <h2>{t('rules.condition')}</h2>
            <ConditionBuilder
              condition={toGroup(rule.conditionExpression)}
              fields={entity?.fields ?? []}
              onChange={(conditionExpression) => set({ conditionExpression })}
            />
          </section>
          <section class="card padded stack" aria-label={t('rules.then')}>
            <h2>{t('rules.then')}</h2>
            <Actions
              actions={rule.successActions ?? []}
              entity={entity}
              known={known}
              onChange={(successActions) => set({ successActions })}
            />
          </section>
          <section class="card padded stack" aria-label={t('rules.else')}>
            <h2>{t('rules.else')}</h2>
            <Actions
              actions={rule.failureActions ?? []}
              entity={entity}
              known={known}
              onChange={(failureActions) => set({ failureActions })}
            />
          </section>
        </form>
        <div class="stack">
          <section class="card padded stack" aria-label={t('rules.dryRun')}>
            <h2>{t('rules.dryRun')}</h2>
            {isNew || hasChanged ? (
              <p class="muted">{t('rules.saveFirst')}</p>
            ) : may('business_rules.execute') ? (
              <>
                <DryRun rule={given} {...{ entity, nameOf }} />
                {entity && <TryMany rule={given} {...{ entity, nameOf }} />}
              </>
            ) : (
              <p class="muted">{t('forbidden.title')}</p>
            )}
          </section>
          {!isNew && may('audit_logs.view_self') && (
            <section class="card padded stack" aria-label={t('history')}>
              <h2>{t('history')}</h2>
              <History kind="business_rules.rule" id={given.id} />
            </section>
          )}
        </div>
      </div>
      {isDeleting && (
        <RemoveDialog
          seen={seen!}
          text={t('rules.deleteText', { name: visible(given.ruleName, 120) })}
          onRemove={({ version }) => call('DELETE', '/business_rules/rules', { query: { id: given.id }, version })}
          onDone={() => go('/business_rules/rules')}
          onClose={() => setDeleting(false)}
        />
      )}
    </Page>
  )
}

function toBody(rule: Rule) {
  const { id: _, updatedAt: __, ...rest } = rule
  const group = toGroup(rule.conditionExpression)
  const { ruleId, ruleName, description, ruleType, entityType, eventType, enabled, priority } = rest
  return {
    ruleId,
    ruleName,
    description,
    ruleType,
    entityType,
    eventType,
    enabled,
    priority,
    conditionExpression: group.rules.length > 0 ? group : null,
    successActions: rule.successActions?.length ? rule.successActions : null,
    failureActions: rule.failureActions?.length ? rule.failureActions : null,
  }
}

function eventHint(entity: RuleEntity | undefined, eventType: string | null): string | undefined {
  const event = entity?.events.find((one) => one.eventType === eventType)
  return event && (event.canRefuse ? t('rules.canRefuse') : t('rules.cannotRefuse'))
}

interface ActionsProps {
  readonly actions: readonly RuleAction[]
  readonly entity: RuleEntity | undefined
  readonly known: Entities
  readonly onChange: (actions: readonly RuleAction[]) => void
}

const ACTION_TYPES = Object.keys(ACTIONS) as ActionType[]

function Actions({ actions, entity, known, onChange }: ActionsProps): JSX.Element {
  return (
    <>
      {actions.map((action, index) => (
        <div class="action" key={index} role="group" aria-label={t(`action.${action.type}`)}>
          <div class="action-head">
            <Select
              label={t('rules.action')}
              value={action.type}
              options={ACTION_TYPES.map((type) => [type, t(`action.${type}`)] as const)}
              onChange={(type) => onChange(actions.with(index, { type: type as ActionType, config: {} }))}
            />
            <RemoveButton
              label={t('rules.removeAction')}
              size={18}
              onClick={() => onChange(actions.toSpliced(index, 1))}
            />
          </div>
          {ACTIONS[action.type].map((member) => (
            <Config
              key={member}
              member={member}
              {...{ action, entity, known }}
              onChange={(config) => onChange(actions.with(index, { ...action, config }))}
            />
          ))}
        </div>
      ))}
      <div>
        <button
          type="button"
          class="button small"
          onClick={() => onChange([...actions, { type: 'SHOW_ERROR', config: { message: '' } }])}
        >
          <Icon name="plus" size={16} />
          {t('rules.addAction')}
        </button>
      </div>
    </>
  )
}

interface ConfigProps {
  /** Ends with a star if it is required. */
  readonly member: string
  readonly action: RuleAction
  readonly entity: RuleEntity | undefined
  readonly known: Entities
  readonly onChange: (config: Readonly<Record<string, unknown>>) => void
}

function Config({ member, action: { config = {} }, entity, known, onChange }: ConfigProps): JSX.Element {
  const name = member.replace('*', '')
  const isRequired = member !== name
  const value = config[name]
  const set = (next: unknown) => onChange({ ...config, [name]: next })
  const settable = entity?.fields.filter((one) => one.settable) ?? []
  const options =
    name === 'field'
      ? settable.map((one) => [one.name, fieldLabel(one)] as const)
      : name === 'eventName'
        ? known.emittableEvents.map((one) => [one, one] as const)
        : name === 'method'
          ? ['POST', 'PUT', 'PATCH', 'GET', 'DELETE'].map((one) => [one, one] as const)
          : name === 'level'
            ? ['info', 'warn', 'error', 'debug'].map((one) => [one, one] as const)
            : undefined
  return (
    <Field
      label={tr(name as 'message')}
      isRequired={isRequired}
      hint={name === 'message' ? t('rules.messageText') : name === 'url' ? known.webhookHosts.join(', ') : undefined}
    >
      {(described) =>
        options ? (
          <Select
            {...described}
            value={String(value ?? '')}
            isRequired={isRequired}
            options={[['', '—'], ...options]}
            onChange={set}
          />
        ) : name === 'value' ? (
          <ValueInput
            field={settable.find((one) => one.name === config['field'])}
            isList={false}
            value={value}
            onChange={set}
          />
        ) : (
          <input
            {...described}
            class="input"
            required={isRequired}
            maxLength={2000}
            value={Array.isArray(value) ? value.join(', ') : String(value ?? '')}
            onInput={(event) => {
              const text = event.currentTarget.value
              set(
                name === 'recipients'
                  ? text
                      .split(',')
                      .map((one) => one.trim())
                      .filter(Boolean)
                  : text,
              )
            }}
          />
        )
      }
    </Field>
  )
}

interface DryRunProps {
  readonly rule: Rule
  readonly entity: RuleEntity | undefined
  readonly nameOf: (row: Row) => string
}

/** Evaluates the rule with a real record, without doing anything. */
function DryRun({ rule, entity, nameOf }: DryRunProps): JSX.Element {
  const [search, setSearch] = useState('')
  const { path, query: own } = recordsOf(entity ?? { ...rule, source: 'code' })
  const records = useData<Listed<Row>>(path, { pageSize: 20, ...own, search })
  const [chosen, setChosen] = useState<Row>()
  const [data, setData] = useState<Row>({})
  const [verdict, setVerdict] = useState<Verdict>()
  const [failure, setFailure] = useState('')
  useEffect(() => setVerdict(undefined), [rule])
  const rows = records.data?.items ?? []
  const choose = (id: string) => {
    const row = rows.find((one) => one['id'] === id)
    setChosen(row)
    setData(entity ? dataOf(entity, row) : {})
    setVerdict(undefined)
  }
  const run = () =>
    call<Verdict>('POST', `/business_rules/execute/${rule.id}`, {
      body: { data, dryRun: true, explain: true },
      isRead: true,
    }).then(
      (answer) => [setFailure(''), setVerdict(answer)],
      (error: Error) => setFailure(error.message),
    )
  return (
    <div class="stack">
      {!records.error && (
        <Field label={t('rules.record')}>
          {(described) => (
            <Combobox
              {...described}
              value={chosen ? String(chosen['id']) : ''}
              text={chosen ? nameOf(chosen) : ''}
              options={rows.map((row) => ({ value: String(row['id']), label: nameOf(row) }))}
              onSearch={setSearch}
              onChange={choose}
            />
          )}
        </Field>
      )}
      {entity?.fields
        .filter(({ type }) => type !== 'object')
        .map((field) => (
          <div class="field" key={field.name}>
            <span class="muted below">{fieldLabel(field)}</span>
            <ValueInput
              field={field}
              isList={field.type === 'array'}
              value={data[field.name]}
              onChange={(value) => setData((last) => ({ ...last, [field.name]: value }))}
            />
          </div>
        ))}
      <button type="button" class="button" onClick={() => void run()}>
        <Icon name="play" size={16} />
        {t('rules.run')}
      </button>
      {failure && <p class="problem">{visible(failure, 400)}</p>}
      {verdict && <VerdictView verdict={verdict} />}
    </div>
  )
}
