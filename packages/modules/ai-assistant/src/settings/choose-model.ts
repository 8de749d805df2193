import { badInput, type CommandContext, defineCommand } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { ModelChoice } from '../entities.ts'
import { settings } from '../options.ts'
import { offersModel } from './model-choice.ts'
import { isProvider, modelOf } from '../providers.ts'

/**
 * Chooses the tenant's provider and model, limited to providers the host has a key for. Null means the provider's default model;
 * if omitted, the model of that provider is kept (decision: Partial updates of partitions).
 */
export const updateChoice = defineCommand({
  id: 'ai_assistant.settings.update',
  label: 'Choose AI model',
  access: features['settings.manage'],
  resource: 'ai_assistant.settings',
  input: z.object({
    providerId: z.string().max(50),
    model: z.string().trim().min(1).max(200).nullish(),
  }),
  currentVersion: async ({ from }) =>
    (await from(ModelChoice, 'c').select('c.updatedAt').forUpdate().executeTakeFirst())?.updatedAt ?? null,
  output: z.object({ providerId: z.string(), model: z.string().nullable() }),
  async run(ctx) {
    const { input, from, inject } = ctx
    const { providerId } = input
    const host = inject(settings)
    if (!isProvider(providerId) || !host.providers[providerId])
      throw badInput('Invalid input', { fieldErrors: { providerId: 'This provider is not configured' } })
    const model = input.model === undefined ? await modelBefore(ctx, providerId) : checkedModel(providerId, input.model)
    const isOffered = model === null || offersModel(host, providerId, model)
    if (!isOffered && input.model !== undefined)
      throw badInput('Invalid input', { fieldErrors: { model: 'This model is not available' } })
    const chosen = { providerId, model: isOffered ? model : null }
    await from
      .insert(ModelChoice, chosen)
      .onConflict((on) => on.columns(['tenantId']).doUpdateSet(chosen))
      .execute()
    return chosen
  },
})

/** The model chosen earlier for the provider; null for its default, or if another provider was chosen. */
async function modelBefore({ from }: CommandContext, providerId: string): Promise<string | null> {
  const found = await from(ModelChoice, 'c')
    .select('c.model')
    .where('c.providerId', '=', providerId)
    .forUpdate()
    .executeTakeFirst()
  return found?.model ?? null
}

function checkedModel(provider: Parameters<typeof modelOf>[0], model: string | null): string | null {
  try {
    return modelOf(provider, model ?? undefined)
  } catch {
    throw badInput('Invalid input', { fieldErrors: { model: 'This model belongs to another provider' } })
  }
}
