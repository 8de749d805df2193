import { badInput, del, get, post, signedIn, sql, unauthenticated } from '@plinth/core'
import { ALL_TENANTS } from '@plinth/core/data'
import { z } from 'zod'
import { deleteEntity } from '../commands/delete-entity.ts'
import { saveEntity } from '../commands/save-entity.ts'
import { features } from '../contract.ts'
import { RESERVED } from '../field-config.ts'
import { FieldDefinition } from '../entities.ts'
import { declaredEntities, visibleEntities } from '../definitions/custom-entities.ts'
import { sidebarEntities } from '../definitions/sidebar-entities.ts'

const EntityView = z.object({
  entityId: z.string(),
  source: z.enum(['code', 'custom']),
  label: z.string(),
  description: z.string().optional(),
  labelField: z.string().optional(),
  defaultEditor: z.string().optional(),
  showInSidebar: z.boolean().optional(),
  /** Whether records have owners; custom ones only. */
  owned: z.boolean().optional(),
  count: z.number().int(),
  /** Custom ones only. */
  updatedAt: z.string().optional(),
})
type EntityView = z.output<typeof EntityView>

/** GET /entities/entities: the entities for which fields can be defined. */
export const listEntities = get(
  '/entities/entities',
  {
    operation: 'listEntities',
    access: signedIn,
    inView: true,
    summary: 'List the entities that can have custom fields: those of modules, and custom entities.',
    response: z.object({ items: z.array(EntityView) }),
  },
  async (ctx) => {
    const { scope, widenScope } = ctx
    if (scope.tenantId === ALL_TENANTS) throw unauthenticated()
    const { rows } = await widenScope('tenant', 'count the custom fields of entities', ({ db, from }) =>
      sql<{ entityId: string; count: number }>`
        select d."entityId", count(distinct d.key)::int as count from ${from.table(FieldDefinition, 'd')}
        where d."isActive" and d."deletedAt" is null group by d."entityId"`.execute(db),
    )
    const counts = new Map(rows.map(({ entityId, count }) => [entityId, count]))
    const views = new Map<string, EntityView>()
    for (const entityId of declaredEntities(ctx))
      views.set(entityId, { entityId, source: 'code', label: entityId, count: counts.get(entityId) ?? 0 })
    for (const [entityId, entity] of await visibleEntities(ctx)) {
      const { label, description, labelField, defaultEditor, showInSidebar, owned, updatedAt } = entity
      views.set(entityId, {
        entityId,
        source: 'custom',
        label,
        ...(description !== null && { description }),
        ...(labelField !== null && { labelField }),
        ...(defaultEditor !== null && { defaultEditor }),
        showInSidebar,
        owned,
        count: counts.get(entityId) ?? 0,
        updatedAt,
      })
    }
    return { items: [...views.values()].filter(({ entityId }) => !RESERVED.has(entityId)) }
  },
)

/** POST /entities/entities: 200 as published. */
export const postEntity = post(
  '/entities/entities',
  {
    operation: 'saveEntity',
    access: features['definitions.manage'],
    runs: saveEntity,
    summary: 'Create or update a custom entity.',
    body: saveEntity.input,
    response: z.object({ ok: z.literal(true), item: saveEntity.output }),
    errors: [400],
    onInvalid: (error) => badInput('Validation failed', { details: z.flattenError(error) }),
    onUnreadable: () => badInput('Invalid JSON'),
  },
  async ({ run, body }) => ({ ok: true as const, item: await run(saveEntity, body) }),
)

export const deleteEntityById = del('/entities/entities', deleteEntity, {
  operation: 'deleteEntity',
  summary: 'Delete a custom entity. Its records are kept.',
  errors: [400, 404],
  onInvalid: () => badInput('entityId is required'),
})

/** GET /entities/sidebar-entities: the custom entities that a sidebar lists. */
export const listSidebarEntities = get(
  '/entities/sidebar-entities',
  {
    operation: 'listSidebarEntities',
    access: signedIn,
    inView: true,
    summary: 'List the custom entities in the sidebar.',
    response: z.object({ items: z.array(z.object({ entityId: z.string(), label: z.string(), href: z.string() })) }),
  },
  async (ctx) => ({ items: await sidebarEntities(ctx) }),
)
