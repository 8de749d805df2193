import { composition, type Context, defineCache, MIB } from '@plinth/core'
import { findExtensions, type Row } from '@plinth/core/data'
import { RESERVED } from '../field-config.ts'
import { lineageOf, workingOrganization } from './load-definitions.ts'
import { entitiesTag } from '../contract.ts'
import { CustomEntity } from '../entities.ts'

/** A custom entity as it is registered by an organization, or for the whole tenant. */
export type RegisteredEntity = Pick<
  Row<CustomEntity>,
  | 'id'
  | 'entityId'
  | 'label'
  | 'description'
  | 'labelField'
  | 'defaultEditor'
  | 'showInSidebar'
  | 'owned'
  | 'isActive'
  | 'organizationId'
  | 'updatedAt'
>

/** The custom entities of tenants. */
export const entityCache = defineCache<readonly RegisteredEntity[]>('entities.entities', {
  bytes: 8 * MIB,
  servesWriters: true,
})

/** All custom entities of the caller's tenant, of all organizations. */
async function loadCustomEntities({
  cached,
  widenScope,
  scope: { tenantId },
}: Pick<Context, 'cached' | 'widenScope' | 'scope'>): Promise<readonly RegisteredEntity[]> {
  return cached(entityCache, tenantId, async () => ({
    value: await widenScope('tenant', 'read the custom entities of a tenant', ({ from }) =>
      from(CustomEntity, 'e')
        .select([
          'e.id',
          'e.entityId',
          'e.label',
          'e.description',
          'e.labelField',
          'e.defaultEditor',
          'e.showInSidebar',
          'e.owned',
          'e.isActive',
          'e.organizationId',
          'e.updatedAt',
        ])
        .orderBy('e.label')
        .orderBy('e.id')
        .execute(),
    ),
    tags: [entitiesTag(tenantId)],
  }))
}

/** A registration of a custom entity anywhere in the tenant. */
export async function findCustomEntity(
  ctx: Pick<Context, 'cached' | 'widenScope' | 'scope'>,
  entityId: string,
): Promise<RegisteredEntity | undefined> {
  return (await loadCustomEntities(ctx)).find((entity) => entity.entityId === entityId && entity.isActive)
}

/**
 * The custom entities that apply where the caller works, by id: of the working organization, of those above it, or of the whole
 * tenant, the most specific first.
 */
export async function visibleEntities(ctx: Context): Promise<ReadonlyMap<string, RegisteredEntity>> {
  const [all, lineage] = await Promise.all([loadCustomEntities(ctx), lineageOf(ctx, [workingOrganization(ctx)])])
  const isWhole = ctx.scope.organizationIds === null && ctx.scope.organizationId === null
  const rankOf = ({ organizationId }: RegisteredEntity) =>
    organizationId === null ? lineage.length : lineage.indexOf(organizationId)
  const ranked = all
    .map((entity) => ({ entity, rank: rankOf(entity) }))
    .filter(({ rank }) => rank !== -1 || isWhole)
    .sort((a, b) => b.rank - a.rank)
  const found = new Map(ranked.map(({ entity }) => [entity.entityId, entity]))
  return new Map([...found].filter(([, { isActive }]) => isActive))
}

/** The ids of entities that modules declare extensible. */
export const declaredEntities = ({ inject }: Pick<Context, 'inject'>): readonly string[] =>
  [...findExtensions(inject(composition).modules).values()].map(({ entityId }) => entityId)

/**
 * Whether an id belongs to a module or is reserved, so that customers cannot register an entity under it: it is declared, or its
 * prefix is the id of a composed module.
 */
export function isSystemEntity({ inject }: Pick<Context, 'inject'>, entityId: string): boolean {
  if (RESERVED.has(entityId)) return true
  const [prefix] = entityId.split(':')
  return inject(composition).modules.some(({ id, prefixes = [] }) => id === prefix || prefixes.includes(prefix!))
}
