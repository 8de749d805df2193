import { type Context, defineCache, MIB } from '@plinth/core'
import type { Row } from '@plinth/core/data'
import { organizationTrees, treeTag } from '@plinth/directory'
import { definitionsTag } from '../contract.ts'
import { FieldDefinition, FieldsetConfig } from '../entities.ts'
import { type IndexedFields, readIndexed } from '../indexes/read-indexed.ts'
import type { FieldConfig, Kind } from '../field-config.ts'

/** A definition as it is stored. */
export interface Definition {
  readonly id: string
  readonly entityId: string
  readonly key: string
  readonly kind: Kind
  readonly config: FieldConfig
  /** False for deleted and deactivated ones, which hide inherited definitions of the same key. */
  readonly isLive: boolean
  readonly isDeleted: boolean
  readonly organizationId: string | null
  readonly updatedAt: string
}

/** How an organization groups the fields of an entity. */
export type StoredFieldsets = Pick<Row<FieldsetConfig>, 'organizationId' | 'fieldsets' | 'singleFieldsetPerRecord'>

/** All definitions of a tenant for one entity, of all organizations. */
export interface EntityDefinitions {
  readonly all: readonly Definition[]
  /** How its fields are grouped, by all organizations. */
  readonly fieldsets: readonly StoredFieldsets[]
  readonly indexed: IndexedFields
}

/** The definitions of entities, which change rarely. */
export const definitionCache = defineCache<EntityDefinitions>('entities.definitions', {
  // The share of a tenant, a sixteenth, holds the largest definitions that it may have.
  bytes: 160 * MIB,
  servesWriters: true,
  weigh: ({ all }) => 200 + all.reduce((sum, { config }) => sum + 1_000 + 2 * JSON.stringify(config).length, 0),
})

type Reader = Pick<Context, 'cached' | 'widenScope' | 'scope'>

/** All definitions of the caller's tenant for an entity. */
export async function loadDefinitions(
  { cached, widenScope, scope }: Reader,
  entityId: string,
): Promise<EntityDefinitions> {
  const { tenantId } = scope
  return cached(definitionCache, `${tenantId} ${entityId}`, async () => ({
    value: {
      all: await widenScope('tenant', 'read the custom fields of an entity', async ({ from }) => {
        const rows = await from(FieldDefinition, 'd')
          .select([
            'd.id',
            'd.entityId',
            'd.key',
            'd.kind',
            'd.config',
            'd.isActive',
            'd.deletedAt',
            'd.organizationId',
            'd.updatedAt',
          ])
          .where('d.entityId', '=', entityId)
          .orderBy('d.key')
          .orderBy('d.id')
          .execute()
        return rows.map(toDefinition)
      }),
      fieldsets: await widenScope('tenant', 'read the groups of the custom fields of an entity', ({ from }) =>
        from(FieldsetConfig, 's')
          .select(['s.organizationId', 's.fieldsets', 's.singleFieldsetPerRecord'])
          .where('s.entityId', '=', entityId)
          .execute(),
      ),
      indexed: await widenScope('tenant', 'read which custom fields are indexed', ({ db }) =>
        readIndexed(db, { tenantId, entityId }),
      ),
    },
    tags: [definitionsTag(tenantId, entityId)],
    holder: tenantId,
  }))
}

type StoredDefinition = Pick<
  Row<FieldDefinition>,
  'id' | 'entityId' | 'key' | 'kind' | 'config' | 'isActive' | 'deletedAt' | 'organizationId' | 'updatedAt'
>

const toDefinition = ({ isActive, deletedAt, kind, ...row }: StoredDefinition): Definition => ({
  ...row,
  kind: kind as Kind,
  isLive: isActive && deletedAt === null,
  isDeleted: deletedAt !== null,
})

/** The organization that the caller works in: the selected one, otherwise its home. */
export function workingOrganization({ scope, actor }: Pick<Context, 'scope' | 'actor'>): string | null {
  if (scope.organizationId !== null) return scope.organizationId
  return actor.homeTenantId === scope.tenantId ? actor.homeOrganizationId : null
}

/**
 * Lineages of organizations, cached separately from the trees: commands that have changed something read trees again, because
 * rights depend on them, but no right depends on fields.
 */
export const lineageCache = defineCache<readonly string[]>('entities.lineages', { servesWriters: true })

/** The organizations whose definitions apply, the most specific first: the given ones, and those above each of them. */
export async function lineageOf(
  { cached, inject, scope: { tenantId } }: Pick<Context, 'cached' | 'inject' | 'scope'>,
  organizations: readonly (string | null)[],
): Promise<readonly string[]> {
  const ids = organizations.filter((id) => id !== null)
  if (ids.length === 0) return []
  return cached(lineageCache, `${tenantId} ${ids.join(' ')}`, async () => {
    const tree = await inject(organizationTrees).of(tenantId)
    return {
      value: [...new Set(ids.flatMap((id) => [id, ...tree.ancestors(id).toReversed()]))],
      tags: [treeTag(tenantId)],
    }
  })
}

/**
 * The definitions in effect for some organizations, by key. Of several definitions with the same key, that of the first
 * organization of the lineage applies, or else the tenant's. Deleted definitions are included, because they hide inherited
 * ones.
 */
export function resolve({ all }: EntityDefinitions, lineage: readonly string[]): ReadonlyMap<string, Definition> {
  const rankOf = ({ organizationId }: Definition) => {
    if (organizationId === null) return lineage.length
    const rank = lineage.indexOf(organizationId)
    return rank === -1 ? undefined : rank
  }
  const found = new Map<string, { readonly rank: number; readonly definition: Definition }>()
  for (const definition of all) {
    const rank = rankOf(definition)
    if (rank === undefined) continue
    const known = found.get(definition.key)
    if (!known || rank < known.rank) found.set(definition.key, { rank, definition })
  }
  return new Map([...found].map(([key, { definition }]) => [key, definition]))
}

/** The live definitions in effect, by priority and key. */
export const liveOf = (resolved: ReadonlyMap<string, Definition>): readonly Definition[] =>
  [...resolved.values()]
    .filter(({ isLive }) => isLive)
    .sort((a, b) => (a.config.priority ?? 0) - (b.config.priority ?? 0) || (a.key < b.key ? -1 : 1))
