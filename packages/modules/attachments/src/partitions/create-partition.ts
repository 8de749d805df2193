import { conflict, defineCommand } from '@plinth/core'
import { z } from 'zod'
import { features, tags } from '../contract.ts'
import { toEnvKey } from '../names.ts'
import { settings } from '../options.ts'
import { Partition } from '../entities.ts'
import { assertUnlocked } from './assert-unlocked.ts'
import { emptyToNull, PartitionFields } from './partition-fields.ts'
import { PartitionView } from './partition-view.ts'

const taken = () => conflict('Partition code already exists.')

/** Adds a partition. Codes that differ only in case or punctuation would share a folder, so they count as taken. */
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
  },
  async run(ctx) {
    assertUnlocked(ctx)
    const { input, from, scope, inject, invalidate } = ctx
    const { code, title, isPublic = false, requiresOcr = inject(settings).readsTexts } = input
    const [description, ocrModel] = [input.description, input.ocrModel].map((text) => emptyToNull(text ?? null))
    const item = await from
      .insert(Partition, { code, envKey: toEnvKey(code), title, description, isPublic, requiresOcr, ocrModel })
      .returning(PartitionView.keyof().options)
      .executeTakeFirstOrThrow()
    invalidate(tags.partitions(scope.tenantId))
    return { item }
  },
})
