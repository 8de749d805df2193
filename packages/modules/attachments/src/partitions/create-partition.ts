import { conflict, defineCommand, sql } from '@plinth/core'
import { z } from 'zod'
import { columns } from '@plinth/core/data'
import { features, tags } from '../contract.ts'
import { toEnvKey } from '../names.ts'
import { settings } from '../options.ts'
import { Partition } from '../entities.ts'
import { assertUnlocked } from './assert-unlocked.ts'
import { emptyToNull, PartitionFields } from './partition-fields.ts'
import { PartitionView } from './partition-view.ts'

/** Each may be a folder, and lists show all of them. */
export const tooManyPartitions = () => conflict('A tenant may have 500 partitions')

const taken = () => conflict('Partition code already exists.')

/** Adds a partition to the tenant. Codes that differ in case or punctuation only would share a folder, so they are taken too. */
export const createPartition = defineCommand({
  id: 'attachments.partitions.create',
  label: 'Create partition',
  access: features.manage,
  resource: 'attachments.partition',
  input: PartitionFields,
  output: z.object({ item: PartitionView }),
  target: ({ result }) => ({ id: result.item.id }),
  constraints: {
    attachment_partitions_tenant_id_code_key: taken,
    attachment_partitions_tenant_id_env_key_key: taken,
    attachment_partitions_most: tooManyPartitions,
  },
  async run(ctx) {
    assertUnlocked(ctx)
    const { input, db, scope, now, inject, invalidate } = ctx
    const { code, title, isPublic = false, requiresOcr = inject(settings).readsTexts } = input
    const [description, ocrModel] = [input.description, input.ocrModel].map((text) => emptyToNull(text ?? null))
    const at = now().toISOString()
    const { rows } = await sql<z.output<typeof PartitionView>>`
      insert into attachment_partitions as p
        (tenant_id, id, code, env_key, title, description, is_public, requires_ocr, ocr_model, created_at, updated_at)
      values (${scope.tenantId}, ${crypto.randomUUID()}, ${code}, ${toEnvKey(code)}, ${title}, ${description},
        ${isPublic}, ${requiresOcr}, ${ocrModel}, ${at}, ${at})
      returning ${columns(Partition, 'p', PartitionView.keyof().options)}`.execute(db)
    invalidate(tags.partitions(scope.tenantId))
    return { item: rows[0]! }
  },
})
