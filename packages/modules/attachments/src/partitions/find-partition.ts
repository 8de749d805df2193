import { type Context, defineCache, type Sql, sql } from '@plinth/core'
import { derivedId } from '@plinth/core/security'
import { tags } from '../contract.ts'
import { toEnvKey } from '../names.ts'
import { Partition } from '../entities.ts'
import { PARTITION_CODE } from '../storage/storage.ts'

/** The partitions of every tenant, which cannot be removed. */
export const defaultPartitions = [
  {
    code: 'productsMedia',
    title: 'Products media',
    description: 'Pictures and documents of products.',
    isPublic: true,
  },
  {
    code: 'privateAttachments',
    title: 'Private attachments',
    description: 'Files for those who are signed in.',
    isPublic: false,
  },
] as const

/** The id of a default partition, known even before its row exists. */
const defaultId = (tenantId: string, code: string) => derivedId('attachments.partition', tenantId, code)

/** Whether the id is that of a default partition, whose row may be missing. */
export const isDefaultId = (tenantId: string, id: string): boolean =>
  defaultPartitions.some(({ code }) => defaultId(tenantId, code) === id)

/** The default partitions of a tenant that has not changed them. */
export function defaultRows({ tenantId, at, readsTexts }: NewDefaults) {
  return defaultPartitions.map((partition) => ({
    ...partition,
    id: defaultId(tenantId, partition.code),
    envKey: toEnvKey(partition.code),
    requiresOcr: readsTexts,
    ocrModel: null,
    createdAt: at,
    updatedAt: at,
  }))
}

interface NewDefaults {
  readonly tenantId: string
  readonly at: string
  readonly readsTexts: boolean
}

export const isDefaultPartition = (code: string): boolean => defaultPartitions.some((one) => one.code === code)

/** The partition for files of a record if the upload does not name one. */
export function defaultPartitionOf(entityId: string): string {
  return PRODUCTS.has(entityId) ? 'productsMedia' : 'privateAttachments'
}

/** The entity names of products: in uploads, and as published. */
const PRODUCTS: ReadonlySet<string> = new Set(['catalog:product', 'catalog:catalog_product'])

/** The fields of a partition needed by uploads. */
export interface PartitionFacts {
  readonly code: string
  readonly isPublic: boolean
  readonly requiresOcr: boolean
  readonly ocrModel: string | null
}

/** Cached partitions: every upload reads one, and they rarely change. */
export const partitionFacts = defineCache<PartitionFacts | null>('attachments.partitions')

export type PartitionReader = Pick<Context, 'from' | 'scope' | 'cached'>

/** The tenant's partition with this code; null if there is none. */
export async function findPartition(ctx: PartitionReader, code: string): Promise<PartitionFacts | null> {
  const { tenantId } = ctx.scope
  if (!PARTITION_CODE.test(code)) return null
  return ctx.cached(partitionFacts, `${tenantId} ${code}`, async () => {
    const found = await ctx
      .from(Partition, 'p')
      .select(['p.code', 'p.isPublic', 'p.requiresOcr', 'p.ocrModel'])
      .where('p.code', '=', code)
      .executeTakeFirst()
    return { value: found ?? null, tags: [tags.partitions(tenantId)] }
  })
}

/** Adds missing default partitions; safe to call concurrently. */
export async function insertDefaultPartitions(db: Sql, defaults: NewDefaults): Promise<void> {
  const { tenantId, at } = defaults
  for (const { id, code, envKey, title, description, isPublic, requiresOcr } of defaultRows(defaults))
    await sql`insert into attachment_partitions
        (tenant_id, id, code, env_key, title, description, is_public, requires_ocr, created_at, updated_at)
      values (${tenantId}, ${id}, ${code}, ${envKey}, ${title}, ${description}, ${isPublic}, ${requiresOcr}, ${at}, ${at})
      on conflict do nothing`.execute(db)
}
