import type { ComponentChildren, JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { ApiError, call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { type Editing, useEditing } from '../lib/editing.ts'
import { number, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { recordMember } from '../lib/record-member.ts'
import { kindName } from '../lib/kind-name.ts'
import { type Condition, type FieldType, isGroup, OPERATORS, type OperatorName, type RuleField } from '../lib/rules.ts'
import { snapshotOf, whole } from '../lib/snapshot.ts'
import { toast } from '../lib/toasts.ts'
import { ConditionBuilder } from './condition-builder.tsx'
import { Select, Switch } from './field.tsx'
import { FormNotes } from './form-notes.tsx'
import { Icon } from './icon.tsx'
import { FaultsNote } from './stored-faults.tsx'
import { TryPolicies } from './try-policies.tsx'
import { Shown } from './states.tsx'

type Owner = { readonly roleId: string } | { readonly userId: string }

interface Stored<P> {
  readonly policies: Readonly<Record<string, P>>
  readonly faults: readonly { readonly kind: string; readonly action: string; readonly message: string }[]
  readonly updatedAt: string | null
}

interface Kinds<F> {
  readonly items: readonly {
    readonly kind: string
    /** What the tenant calls a custom entity. */
    readonly label?: string
    readonly fields: readonly F[]
    /** What the tenant calls fields of a custom entity. */
    readonly labels?: Readonly<Record<string, string>>
  }[]
}

interface RowKinds extends Kinds<ComparedField> {
  /** Custom fields of the account of whoever asks; absent on hosts of an earlier version. */
  readonly caller?: readonly { readonly name: string; readonly label: string }[]
}

/** What records of a kind are called. */
const titleIn = (kinds: readonly { readonly kind: string; readonly label?: string }[], kind: string): string => {
  const label = kinds.find((one) => one.kind === kind)?.label
  return label === undefined ? kindName(kind) : visible(label, 120)
}

/** Which records and which fields a role is about, or the own rights of an account. */
export function Policies({ of }: { readonly of: Owner }): JSX.Element {
  const base = 'roleId' in of ? '/auth/roles' : '/auth/users'
  const [rowPath, fieldPath] = [`${base}/row-policies`, `${base}/field-policies`]
  const rows = useData<Stored<RowConditions>>(rowPath, of)
  const fields = useData<Stored<FieldLists>>(fieldPath, of)
  const rowKinds = useData<RowKinds>('/auth/row-policies')
  const fieldKinds = useData<Kinds<string>>('/auth/field-policies')
  return (
    <div class="stack policies">
      <FaultsNote />
      {'userId' in of && (
        <p class="message">
          <Icon name="info" size={18} />
          {t('policies.userText')}
        </p>
      )}
      <Shown of={rowKinds}>
        {(kinds) => (
          <Shown of={rows}>
            {(given) => <RowPolicies {...{ of, path: rowPath, given, kinds: kinds.items }} me={toMe(kinds)} />}
          </Shown>
        )}
      </Shown>
      <Shown of={fieldKinds}>
        {(kinds) => (
          <Shown of={fields}>
            {(given) => <FieldPolicies {...{ of, path: fieldPath, given, kinds: kinds.items }} />}
          </Shown>
        )}
      </Shown>
    </div>
  )
}

interface EditorProps<P, F> {
  readonly of: Owner
  readonly path: string
  readonly given: Stored<P>
  readonly kinds: Kinds<F>['items']
}

const ACTIONS = ['read', 'update', 'delete'] as const
type Action = (typeof ACTIONS)[number]

export type RowConditions = Readonly<Partial<Record<Action, Condition>>>

interface RowEditorProps extends EditorProps<RowConditions, ComparedField> {
  /** What conditions can know of the person who asks. */
  readonly me: readonly RuleField[]
}

function RowPolicies({ of, path, given, kinds, me }: RowEditorProps): JSX.Element {
  const form = usePolicyForm({ of, path, given, toSent: toConditions })
  const { values, set, problems } = form
  const show = (kind: string) => {
    const fields = kinds.find((one) => one.kind === kind)?.fields.map(toRuleField) ?? []
    const actions = values[kind] ?? {}
    return ACTIONS.map((action) => (
      <RowAction
        key={action}
        action={action}
        condition={actions[action]}
        fields={fields}
        me={me}
        problem={problems[`policies.${kind}.${action}`]}
        onChange={(condition) => set(kind, withoutEmpty({ ...actions, [action]: condition }))}
      />
    ))
  }
  return (
    <PolicyForm title={t('policies.rows')} text={t('policies.rowsText')} {...{ form, given, kinds, show }}>
      {'roleId' in of && (
        <TryPolicies roleId={of.roleId} policies={toConditions(values)} titleOf={(kind) => titleIn(kinds, kind)} />
      )}
    </PolicyForm>
  )
}

interface RowActionProps {
  readonly action: Action
  readonly condition: Condition | undefined
  readonly fields: readonly RuleField[]
  readonly me: readonly RuleField[]
  readonly problem: string | undefined
  readonly onChange: (condition: Condition | undefined) => void
}

function RowAction({ action, condition, fields, me, problem, onChange }: RowActionProps): JSX.Element {
  const [first] = fields
  // Whoever restricts it again finds what was there.
  const last = useRef<Condition>(undefined)
  if (condition) last.current = condition
  const begin = () =>
    onChange(
      last.current ?? {
        operator: 'AND',
        rules: [{ field: first?.name ?? '', operator: '=', value: first?.type === 'boolean' ? false : '' }],
      },
    )
  const isOpen = !condition || (isGroup(condition) && condition.rules.length === 0)
  return (
    <div class="policy-action" role="group" aria-label={t(`policies.${action}`)}>
      <div class="policy-head">
        <span class="strong">{t(`policies.${action}`)}</span>
        {isOpen && <span class="muted">{t('policies.open')}</span>}
        <button type="button" class="button small push" onClick={() => (condition ? onChange(undefined) : begin())}>
          {condition ? t('policies.unrestrict') : t('policies.restrict')}
        </button>
      </div>
      {condition && (
        <ConditionBuilder
          condition={isGroup(condition) ? condition : { operator: 'AND', rules: [condition] }}
          fields={[...fields, ...me]}
          others={me}
          onChange={onChange}
        />
      )}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

/** What conditions can know of the person who asks. */
const ME: readonly RuleField[] = (
  [
    ['me.id', 'policies.meId', 'text', ['=', '!=']],
    ['me.organizationId', 'policies.meOrganization', 'text', ['=', '!=', 'IS_EMPTY', 'IS_NOT_EMPTY']],
    ['me.roles', 'policies.meRoles', 'array', ['CONTAINS', 'NOT_CONTAINS']],
  ] as const
).map(([name, label, type, operators]) => ({
  name,
  type,
  operators,
  settable: false,
  get label() {
    return t(label)
  },
}))

/** With the custom fields of their account. */
const toMe = ({ caller = [] }: RowKinds): readonly RuleField[] => [
  ...ME,
  ...caller.map(({ name, label }) => toRuleField({ name, type: 'custom', label: visible(label, 120) })),
]

interface ComparedField {
  readonly name: string
  readonly type: string
  readonly label?: string
}

/** Operators that PostgreSQL answers as well, besides those of the type. */
const LACKING: ReadonlySet<OperatorName> = new Set(['CONTAINS', 'NOT_CONTAINS', 'ENDS_WITH', 'MATCHES'])

function toRuleField({ name, type, label }: ComparedField): RuleField {
  const own = TYPES[type] ?? 'text'
  const hasNoParts = (operator: OperatorName) => type === 'uuid' && operator === 'STARTS_WITH'
  return {
    name,
    type: own,
    settable: false,
    operators: OPERATORS[own].filter((one) => !LACKING.has(one) && !hasNoParts(one)),
    label: label ?? name.split('.').map(recordMember).join(' › '),
  }
}

const TYPES: Readonly<Record<string, FieldType>> = {
  integer: 'number',
  decimal: 'number',
  float: 'number',
  boolean: 'boolean',
  instant: 'date',
  date: 'date',
  custom: 'any',
}

/** As they are stored: a group of one is what is in it, and an empty group restricts nothing. */
function toConditions(values: Readonly<Record<string, RowConditions | undefined>>): Record<string, RowConditions> {
  const entries = Object.entries(values).map(([kind, actions]) => {
    const simple = Object.entries(actions ?? {}).flatMap(([action, condition]) => {
      if (!condition || !isGroup(condition)) return condition ? [[action, condition] as const] : []
      const { operator, rules } = condition
      if (rules.length === 0) return []
      return [[action, operator === 'AND' && rules.length === 1 ? rules[0]! : condition] as const]
    })
    return [kind, Object.fromEntries(simple) as RowConditions] as const
  })
  return Object.fromEntries(entries.filter(([, actions]) => Object.keys(actions).length > 0))
}

interface FieldLists {
  readonly read?: readonly string[]
  readonly write?: readonly string[]
}

const SIDES = ['read', 'write'] as const

function FieldPolicies({ of, path, given, kinds }: EditorProps<FieldLists, string>): JSX.Element {
  const form = usePolicyForm({ of, path, given, toSent: toLists })
  const { values, set, problems } = form
  const show = (kind: string) => {
    const lists = values[kind] ?? {}
    const { fields: all = [], labels = {} } = kinds.find((one) => one.kind === kind) ?? {}
    // Names that are gone stay until they are unchecked.
    const names = [...new Set([...all, ...(lists.read ?? []), ...(lists.write ?? [])])]
    return (
      <FieldTable
        lists={lists}
        names={names}
        labels={labels}
        onChange={(side, chosen) => set(kind, withoutEmpty({ ...lists, [side]: chosen }))}
        problem={SIDES.map((side) => problems[`policies.${kind}.${side}`]).find((one) => one !== undefined)}
      />
    )
  }
  return <PolicyForm title={t('policies.fields')} text={t('policies.fieldsText')} {...{ form, given, kinds, show }} />
}

interface FieldTableProps {
  readonly lists: FieldLists
  readonly names: readonly string[]
  readonly labels: Readonly<Record<string, string>>
  readonly problem: string | undefined
  readonly onChange: (side: 'read' | 'write', names: readonly string[] | undefined) => void
}

function FieldTable({ lists, names, labels, problem, onChange }: FieldTableProps): JSX.Element {
  const listed = (side: 'read' | 'write', name: string) => lists[side]?.includes(name) ?? true
  // Whoever switches it on again finds what was chosen.
  const last = useRef<FieldLists>({})
  last.current = { ...last.current, ...lists }
  const start = (side: 'read' | 'write') => last.current[side] ?? names
  return (
    <div class="policy-action">
      <Switch
        label={t('policies.onlyRead')}
        isOn={lists.read !== undefined}
        onChange={(isOn) => onChange('read', isOn ? start('read') : undefined)}
      />
      <Switch
        label={t('policies.onlyWrite')}
        isOn={lists.write !== undefined}
        onChange={(isOn) => onChange('write', isOn ? start('write') : undefined)}
      />
      {(lists.read ?? lists.write) && (
        <table class="policy-fields">
          <thead>
            <tr>
              <th scope="col">{t('diff.field')}</th>
              <th scope="col">{t('policies.readable')}</th>
              <th scope="col">{t('policies.writable')}</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">
                  {labels[name] === undefined
                    ? name.split('.').map(recordMember).join(' › ')
                    : visible(labels[name], 120)}{' '}
                  <span class="muted mono">{name}</span>
                </th>
                {SIDES.map((side) => (
                  <td key={side}>
                    <input
                      type="checkbox"
                      aria-label={`${name}: ${t(side === 'read' ? 'policies.readable' : 'policies.writable')}`}
                      checked={listed(side, name) && (side === 'read' || listed('read', name))}
                      disabled={lists[side] === undefined || (side === 'write' && !listed('read', name))}
                      onChange={({ currentTarget: { checked } }) => {
                        const others = (lists[side] ?? []).filter((one) => one !== name)
                        onChange(side, checked ? [...others, name] : others)
                      }}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

/** What is not readable is not writable. */
function toLists(values: Readonly<Record<string, FieldLists | undefined>>): Record<string, FieldLists> {
  const entries = Object.entries(values).flatMap(([kind, lists]) => {
    const { read, write } = lists ?? {}
    if (!read && !write) return []
    const written = read && write ? write.filter((name) => read.includes(name)) : write
    return [[kind, { ...(read && { read }), ...(written && { write: written }) }] as const]
  })
  return Object.fromEntries(entries)
}

interface PolicyFormState<P> {
  readonly editing: Editing<Stored<P>>
  /** Policies by kind, as they are edited; kinds without any stay until they are removed. */
  readonly values: Readonly<Record<string, P | undefined>>
  readonly set: (kind: string, policies: P | undefined) => void
  /** What is wrong, by `policies`, kind and action. */
  readonly problems: Readonly<Record<string, string>>
  readonly warnings: readonly Warning[]
  readonly save: () => Promise<void>
}

interface Warning {
  readonly kind: string
  readonly rows: number
}

interface FormOptions<P> {
  readonly of: Owner
  readonly path: string
  readonly given: Stored<P>
  readonly toSent: (values: Readonly<Record<string, P | undefined>>) => Readonly<Record<string, P>>
}

function usePolicyForm<P extends object>({ of, path, given, toSent }: FormOptions<P>): PolicyFormState<P> {
  type ByKind = Readonly<Record<string, P | undefined>>
  const seen = snapshotOf<Stored<P>>(given, { path, query: of, pick: whole, toValues: ({ policies }) => policies })
  const editing = useEditing({ seen, draft: seen.key, toPlain: (values) => toSent(values as ByKind) })
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [warnings, setWarnings] = useState<readonly Warning[]>([])
  return {
    editing,
    values: editing.values as ByKind,
    set: (kind, policies) => editing.set({ [kind]: policies }),
    problems,
    warnings,
    async save() {
      try {
        setProblems({})
        await editing.save(async (values, { seen: now }) => {
          const body = { ...of, policies: toSent(values as ByKind) }
          const saved = await call<{ warnings?: readonly Warning[] }>('PUT', path, { body, version: now?.version })
          setWarnings(saved.warnings ?? [])
        })
      } catch (error) {
        const found = error instanceof ApiError ? error.fields : {}
        setProblems(found)
        toast({ text: found['policies'] ?? (error instanceof Error ? error.message : String(error)), kind: 'bad' })
      }
    },
  }
}

interface PolicyFormProps<P> {
  readonly title: string
  readonly text: string
  readonly form: PolicyFormState<P>
  readonly given: Stored<P>
  readonly kinds: readonly { readonly kind: string; readonly label?: string }[]
  /** The policies of a kind. */
  readonly show: (kind: string) => ComponentChildren
  /** What is below all kinds. */
  readonly children?: ComponentChildren
}

/** Policies by kind of record, which can be added and removed. */
function PolicyForm<P extends object>({
  title,
  text,
  form,
  given,
  kinds,
  show,
  children,
}: PolicyFormProps<P>): JSX.Element {
  const { editing, values, set, warnings, save } = form
  const nameOf = (kind: string) => titleIn(kinds, kind)
  const [chosen, setChosen] = useState('')
  // Kinds without a restriction are nothing that could be saved, and nothing that another save takes away.
  const [added, setAdded] = useState<readonly string[]>([])
  const removed = useRef<Record<string, P | undefined>>({})
  const listed = [...new Set([...Object.keys(values).filter((kind) => values[kind] !== undefined), ...added])]
  const add = (kind: string) => {
    setAdded([...added, kind])
    if (removed.current[kind]) set(kind, removed.current[kind])
  }
  const remove = (kind: string) => {
    removed.current[kind] = values[kind]
    setAdded(added.filter((one) => one !== kind))
    set(kind, undefined)
  }
  const left = kinds.filter(({ kind }) => !listed.includes(kind))
  const next = left.some(({ kind }) => kind === chosen) ? chosen : (left[0]?.kind ?? '')
  return (
    <form
      class="stack"
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        if (editing.isChanged) void save()
      }}
    >
      <div>
        <h2>{title}</h2>
        <p class="muted">{text}</p>
      </div>
      <FormNotes editing={editing} titleOf={nameOf} />
      {given.faults.map(({ kind, action, message }) => (
        <p class="message bad" key={`${kind} ${action} ${message}`}>
          <Icon name="warning" size={18} />
          {t('policies.faults', { what: visible(`${nameOf(kind)}: ${message}`, 300) })}
        </p>
      ))}
      {warnings.map(({ kind, rows }) => (
        <p class="message warn" key={kind} role="status">
          <Icon name="warning" size={18} />
          {t('policies.slow', { kind: nameOf(kind), rows: number(rows) })}
        </p>
      ))}
      {listed.length === 0 && <p class="muted">{t('policies.none')}</p>}
      {listed.map((kind) => (
        <div class="policy" key={kind} role="group" aria-label={`${title}: ${nameOf(kind)}`}>
          <div class="policy-head">
            <h3>{nameOf(kind)}</h3>
            <span class="muted mono">{kind}</span>
            <button
              type="button"
              class="icon-button small danger push"
              aria-label={t('policies.removeKind', { name: nameOf(kind) })}
              onClick={() => remove(kind)}
            >
              <Icon name="trash" size={16} />
            </button>
          </div>
          {show(kind)}
        </div>
      ))}
      {left.length > 0 && (
        <div class="policy-add">
          <Select
            label={t('policies.kind')}
            value={next}
            options={left.map(({ kind }) => [kind, `${nameOf(kind)} (${kind})`] as const)}
            onChange={setChosen}
          />
          <button type="button" class="button" onClick={() => add(next)}>
            <Icon name="plus" size={18} />
            {t('policies.add')}
          </button>
        </div>
      )}
      {children}
      <div class="actions">
        {/* It stays reachable, since it has the focus after it has saved. */}
        <button type="submit" class="button primary" aria-disabled={!editing.isChanged}>
          {t('save')}
        </button>
      </div>
    </form>
  )
}

const withoutEmpty = <T extends object>(members: T): T =>
  Object.fromEntries(Object.entries(members).filter(([, one]) => one !== undefined)) as T
