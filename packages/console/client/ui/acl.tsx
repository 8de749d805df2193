import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { useEditing } from '../lib/editing.ts'
import { t, type TextKey } from '../lib/i18n.ts'
import { isGranted as includes } from '../lib/rights.ts'
import { navigation } from '../lib/session.ts'
import { snapshotOf, whole } from '../lib/snapshot.ts'
import { toast } from '../lib/toasts.ts'
import type { Features, Rights } from '../lib/types.ts'
import { Switch } from './field.tsx'
import { FormNotes } from './form-notes.tsx'
import { Icon } from './icon.tsx'
import { OrganizationsPicker } from './pickers.tsx'
import { Empty, Shown } from './states.tsx'

type Owner = { readonly roleId: string } | { readonly userId: string }

/** The rights of a role, or those of an account in the place of its roles. */
export function Acl({ of }: { readonly of: Owner }): JSX.Element {
  const path = 'roleId' in of ? '/auth/roles/acl' : '/auth/users/acl'
  const rights = useData<Rights>(path, of)
  const features = useData<Features>('/auth/features')
  return (
    <Shown of={rights}>
      {(given) => <Shown of={features}>{(known) => <Editor {...{ of, path, given, known }} />}</Shown>}
    </Shown>
  )
}

interface EditorProps {
  readonly of: Owner
  readonly path: string
  readonly given: Rights
  readonly known: Features
}

function Editor({ of, path, given, known }: EditorProps): JSX.Element {
  const seen = snapshotOf<Rights>(given, { path, query: of, pick: whole, toValues: toBody })
  const editing = useEditing({ seen, draft: seen.key })
  const [search, setSearch] = useState('')
  const rights = editing.values as unknown as Rights
  const isSuper = navigation.value.grantedFeatures.includes('*')
  const save = async (next?: Rights) => {
    try {
      await editing.save(async (values, { seen: now }) => {
        const body = { ...of, ...(next ?? values) }
        const { sanitized } = await call<{ sanitized: boolean }>('PUT', path, { body, version: now?.version })
        if (sanitized) toast({ text: t('rights.sanitized'), kind: 'bad' })
      })
    } catch (error) {
      toast({ text: error instanceof Error ? error.message : String(error), kind: 'bad' })
    }
  }
  const set = (change: Partial<Rights>) => editing.set({ ...change })
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (editing.isChanged) void save()
      }}
    >
      <FormNotes editing={editing} titleOf={(name) => t(TITLES[name as keyof typeof TITLES])} />
      {'userId' in of && (
        <p class="message">
          <Icon name="info" size={18} />
          {given.hasCustomAcl ? t('rights.override') : t('rights.inherit')}
        </p>
      )}
      {(isSuper || rights.isSuperAdmin) && (
        <Switch
          label={t('rights.superAdmin')}
          isOn={rights.isSuperAdmin}
          isDisabled={!isSuper}
          onChange={(isSuperAdmin) => set({ isSuperAdmin })}
        />
      )}
      <label class="search wide">
        <Icon name="search" size={18} />
        <span class="hidden">{t('rights.search')}</span>
        <input
          class="input"
          type="search"
          placeholder={t('rights.search')}
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
          // It narrows what is shown, and saves nothing.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </label>
      <FeatureTree known={known} search={search} value={rights.features} onChange={(features) => set({ features })} />
      <Switch
        label={t('rights.everywhere')}
        isOn={rights.organizations === null}
        onChange={(isOn) => set({ organizations: isOn ? null : [] })}
      />
      {rights.organizations !== null && (
        <OrganizationsPicker
          label={t('rights.organizations')}
          value={rights.organizations}
          onChange={(organizations) => set({ organizations })}
        />
      )}
      <div class="actions">
        {given.hasCustomAcl && (
          <button
            type="button"
            class="button"
            onClick={() => void save({ isSuperAdmin: false, features: [], organizations: null })}
          >
            {t('rights.reset')}
          </button>
        )}
        {/* It stays reachable, since it has the focus after it has saved. */}
        <button type="submit" class="button primary" aria-disabled={!editing.isChanged}>
          {t('save')}
        </button>
      </div>
    </form>
  )
}

const TITLES = {
  isSuperAdmin: 'rights.superAdmin',
  features: 'rights.features',
  organizations: 'rights.organizations',
} as const

const toBody = ({ isSuperAdmin, features, organizations }: Rights): Rights => ({
  isSuperAdmin,
  features,
  organizations,
})

interface TreeProps {
  readonly known: Features
  readonly search: string
  readonly value: readonly string[]
  readonly onChange: (features: readonly string[]) => void
}

/** What pages call that which the features of a module are about. */
const WORDS: Readonly<Record<string, readonly TextKey[]>> = {
  ai_assistant: ['assistant'],
  api_keys: ['keys', 'service'],
  attachments: ['files'],
  audit_logs: ['audit', 'history'],
  auth: ['users', 'roles', 'rights.features', 'policy'],
  business_rules: ['rules'],
  dictionaries: ['dictionaries'],
  directory: ['organizations'],
  entities: ['fields', 'entities'],
  progress: ['jobs'],
  scim: ['scim'],
  sso: ['sso'],
}

/** All features by module. A module as a whole is its wildcard. */
function FeatureTree({ known, search, value, onChange }: TreeProps): JSX.Element {
  const wanted = search.trim().toLowerCase()
  const toggle = (id: string, isOn: boolean) => onChange(isOn ? [...value, id] : value.filter((one) => one !== id))
  const found = known.modules.flatMap((module) => {
    const own = known.items.filter((one) => one.module === module.id)
    const name = `${module.title} ${(WORDS[module.id] ?? []).map((key) => t(key)).join(' ')}`
    const shown = own.filter(({ id, title }) => `${name} ${title} ${id}`.toLowerCase().includes(wanted))
    return shown.length > 0 ? [{ module, own, shown }] : []
  })
  if (found.length === 0) return <Empty icon="search" title={t('list.noMatch')} text={t('rights.noMatch')} />
  const isGranted = (id: string) => includes(value, id)
  return (
    <div class="tree" role="group" aria-label={t('rights.features')}>
      {found.map(({ module, own, shown }) => {
        const all = `${module.id}.*`
        const count = own.filter(({ id }) => isGranted(id)).length
        return (
          <details key={module.id} open={wanted !== '' || undefined}>
            <summary>
              <span>{module.title}</span>
              <span class="muted">
                {count} / {own.length}
              </span>
            </summary>
            <label class="check strong">
              <input
                type="checkbox"
                checked={value.includes(all) || value.includes('*')}
                disabled={value.includes('*')}
                onChange={(event) => toggle(all, event.currentTarget.checked)}
              />
              <span>{t('rights.all')}</span>
            </label>
            {shown.map(({ id, title }) => (
              <label key={id} class="check">
                <input
                  type="checkbox"
                  checked={isGranted(id)}
                  disabled={isGranted(id) && !value.includes(id)}
                  onChange={(event) => toggle(id, event.currentTarget.checked)}
                />
                <span>
                  {title} <span class="muted mono">{id}</span>
                </span>
              </label>
            ))}
          </details>
        )
      })}
    </div>
  )
}
