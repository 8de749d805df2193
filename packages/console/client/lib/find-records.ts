import { get, type Query } from './api.ts'
import { type Entity, entityName } from './definitions.ts'
import { visible } from './format.ts'
import { t, textIn } from './i18n.ts'
import { contributed } from './menu.ts'
import { describe } from './openapi.ts'
import { nameOf } from './records.ts'
import { may } from './session.ts'
import type { Listed, Row } from './types.ts'

/** A record that was found by typing. */
export interface FoundRecord {
  readonly id: string
  readonly title: string
  readonly hint: string
  readonly icon: string
  /** Its page in the console. */
  readonly page: string
}

/** Where records are looked for. */
interface Source {
  readonly path: string
  /** What one of them is. */
  readonly kind: string
  readonly icon: string
  readonly query?: Query
  readonly pageOf: (id: string) => string
  /** The member that they are called by. */
  readonly label?: string | undefined
  readonly hintOf?: (row: Row) => string
  /** Whether the route answers with all, so that they are searched here. */
  readonly isWhole?: boolean
}

/** Records of each kind that are shown. */
const SHOWN = 5
/** Custom entities that are searched. */
const MOST_ENTITIES = 12

/** Records of all modules whose lists can be searched, custom entities included, that the visitor may see. */
export async function findRecords(search: string, signal: AbortSignal): Promise<readonly FoundRecord[]> {
  const sources = [...ownSources(), ...(await Promise.all([pageSources(), entitySources(signal)])).flat()]
  const found = await Promise.all(sources.map((source) => findIn(source, search, signal)))
  return found.flat()
}

async function findIn(source: Source, search: string, signal: AbortSignal): Promise<readonly FoundRecord[]> {
  const { path, kind, icon, query = {}, pageOf, label, hintOf, isWhole = false } = source
  const asked = isWhole ? query : { ...query, search, pageSize: SHOWN }
  // What one module refuses or fails to find does not hide what others have.
  const { items } = await get<Listed<Row>>(path, asked, signal).catch(() => ({ items: [] as readonly Row[] }))
  const calledOf = (row: Row) => String((label !== undefined && row[label]) || nameOf(row))
  const wanted = search.toLowerCase()
  return items
    .filter((row) => !isWhole || calledOf(row).toLowerCase().includes(wanted))
    .slice(0, SHOWN)
    .map((row) => ({
      id: `${path.replace(/\W+/g, '-')}-${String(row['id'])}`,
      title: visible(calledOf(row), 120),
      hint: visible([kind, hintOf?.(row)].filter(Boolean).join(' · '), 120),
      icon,
      page: pageOf(String(row['id'])),
    }))
}

const ownSources = (): readonly Source[] =>
  (
    [
      [
        'auth.users.list',
        {
          path: '/auth/users',
          kind: t('explain.person'),
          icon: 'user',
          pageOf: (id) => `/users/${id}`,
          hintOf: ({ name, email }) => (name ? String(email) : ''),
        },
      ],
      ['auth.roles.list', { path: '/auth/roles', kind: t('role'), icon: 'shield', pageOf: (id) => `/roles/${id}` }],
      [
        'directory.organizations.view',
        {
          path: '/directory/organizations',
          kind: t('organization'),
          icon: 'building',
          query: { view: 'manage' },
          pageOf: () => '/directory/organizations',
        },
      ],
      [
        'business_rules.view',
        {
          path: '/business_rules/rules',
          kind: t('rules.rule'),
          icon: 'rules',
          label: 'ruleName',
          pageOf: (id) => `/business_rules/rules/${id}`,
        },
      ],
      [
        'business_rules.view',
        {
          path: '/business_rules/sets',
          kind: t('sets'),
          icon: 'folder',
          label: 'setName',
          pageOf: (id) => `/business_rules/sets?open=${id}`,
        },
      ],
      ['api_keys.view', { path: '/api_keys/keys', kind: t('keys'), icon: 'key', pageOf: () => '/api-keys' }],
      [
        'attachments.view',
        {
          path: '/attachments/library',
          kind: t('files'),
          icon: 'file',
          label: 'fileName',
          pageOf: (id) => `/attachments?open=${id}`,
        },
      ],
      [
        'dictionaries.view',
        {
          path: '/dictionaries',
          kind: t('dictionaries'),
          icon: 'tag',
          isWhole: true,
          pageOf: (id) => `/dictionaries/${id}`,
        },
      ],
    ] satisfies readonly (readonly [string, Source])[]
  ).flatMap(([feature, source]) => (may(feature) ? [source] : []))

/** The pages of modules whose lists can be searched. */
async function pageSources(): Promise<readonly Source[]> {
  const all = contributed.value.map(async ({ path, resource, title, icon = 'list', label }) => {
    if (!resource) return []
    const canSearch = await describe(resource).then(
      (described) => described.canSearch,
      () => false,
    )
    return canSearch
      ? [{ path: resource, kind: textIn(title), icon, label, pageOf: (id: string) => `/${path}?open=${id}` }]
      : []
  })
  return (await Promise.all(all)).flat()
}

async function entitySources(signal: AbortSignal): Promise<readonly Source[]> {
  if (!may('entities.records.view')) return []
  const { items } = await get<{ items: readonly Entity[] }>('/entities/entities', {}, signal).catch(() => ({
    items: [],
  }))
  return items
    .filter(({ source }) => source === 'custom')
    .slice(0, MOST_ENTITIES)
    .map((entity) => ({
      path: '/entities/records',
      kind: entityName(entity),
      icon: 'box',
      query: { entityId: entity.entityId },
      label: entity.labelField,
      pageOf: (id: string) => `/entities/user/${encodeURIComponent(entity.entityId)}/records?open=${id}`,
    }))
}
