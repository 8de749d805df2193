import { composition, get, isUuid, sql } from '@plinth/core'
import { fieldPolicies, hasAccess } from '@plinth/core/acl'
import { anyOf, contains, type Declared, findExtensions, inLanguage } from '@plinth/core/data'
import { z } from 'zod'
import { features } from '../contract.ts'
import { EntityRecord } from '../entities.ts'
import { mayRead, rightsOf } from '../records/custom-records.ts'
import { isOffered } from '../values/is-offered.ts'
import { visibleEntities } from '../definitions/custom-entities.ts'

const MOST = 50

/** GET /entities/relations/options: records to choose from, by their label. Entities that the caller may not read have none. */
export const listRelationOptions = get(
  '/entities/relations/options',
  {
    operation: 'listRelationOptions',
    access: features['definitions.view'],
    summary: 'List records of an entity as options for a relation field.',
    query: z.object({
      entityId: z.string().max(100).optional(),
      labelField: z.string().max(100).optional(),
      q: z.string().trim().max(200).optional(),
      query: z.string().trim().max(200).optional(),
      ids: z.string().max(10_000).optional(),
    }),
    response: z.object({ items: z.array(z.object({ value: z.string(), label: z.string() })) }),
    errors: [400],
  },
  async (ctx) => {
    const { from, actor, inject, query } = ctx
    const { entityId = '', ids } = query
    const sought = query.q || query.query
    const wanted = ids
      ?.split(',')
      .map((id) => id.trim())
      .filter(isUuid)
      .slice(0, 200)
    const limit = wanted ? 200 : MOST
    const { language } = await ctx.locale()
    const extension = [...findExtensions(inject(composition).modules).values()].find((one) => one.entityId === entityId)
    if (extension) {
      const { label, access, entity } = extension
      if (label === undefined || access === undefined || !hasAccess(actor, access)) return { items: [] }
      const isNamed = inject(fieldPolicies).of(actor, entity)?.may('read', label) ?? true
      const column = isNamed ? sql<string>`coalesce(${sql.ref(`r.${label}`)}, '')` : sql<string>`r.id::text`
      const items = await from(entity as Declared<{ id: string }>, 'r')
        .select((eb) => [eb.ref('r.id' as never).as('value'), column.as('label')])
        .where(({ and }) =>
          and([
            ...(sought ? [sql<boolean>`${column} ilike ${contains(sought)}`] : []),
            ...(wanted ? [sql<boolean>`${sql.ref('r.id')} = ${anyOf(wanted)}`] : []),
            isOffered(extension, ctx.scope),
          ]),
        )
        .orderBy(inLanguage(column, language))
        .orderBy('r.id' as never)
        .limit(limit)
        .execute()
      return { items: items as { value: string; label: string }[] }
    }
    const registered = (await visibleEntities(ctx)).get(entityId)
    if (!registered || !hasAccess(actor, features['records.view'])) return { items: [] }
    // The entity determines what its records are called, by fields that the caller may read.
    const rights = rightsOf(ctx, entityId)
    const labels = [registered.labelField ?? 'name', 'title'].filter((key) => mayRead(rights, key))
    const named = labels.map((key) => sql`row.custom ->> ${key}::text`)
    const column = sql<string>`coalesce(${sql.join([...named, sql`row.id::text`])})`
    const items = await from(EntityRecord, 'row')
      .select(['row.id as value', column.as('label')])
      .where('row.entityId', '=', entityId)
      .where('row.deletedAt', 'is', null)
      .$if(Boolean(sought), (all) => all.where(sql<boolean>`${column} ilike ${contains(sought!)}`))
      .$if(wanted !== undefined, (all) => all.where('row.id', '=', anyOf(wanted!)))
      .orderBy(inLanguage(column, language))
      .orderBy('row.id')
      .limit(limit)
      .execute()
    return { items }
  },
)
