import { badInput, defineCommand } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { ModelChoice } from '../entities.ts'
import { settings } from '../options.ts'
import { offersModel } from './choice.ts'
import { isProvider, modelOf } from './providers.ts'

/** Chooses the provider and model of the tenant; only one that the host has a key for. */
export const updateChoice = defineCommand({
  id: 'ai_assistant.settings.update',
  label: 'Choose AI model',
  access: features['settings.manage'],
  resource: 'ai_assistant.settings',
  input: z.object({
    providerId: z.string().max(50),
    model: z.string().trim().min(1).max(200).nullable().default(null),
  }),
  output: z.object({ providerId: z.string(), model: z.string().nullable() }),
  async run({ input, from, inject, now }) {
    const { providerId } = input
    const host = inject(settings)
    if (!isProvider(providerId) || !host.providers[providerId])
      throw badInput('Invalid input', { fieldErrors: { providerId: 'This provider is not configured' } })
    const model = checkedModel(providerId, input.model)
    if (model !== null && !offersModel(host, providerId, model))
      throw badInput('Invalid input', { fieldErrors: { model: 'This model is not offered' } })
    await from
      .insert(ModelChoice, { providerId, model })
      .onConflict((on) => on.columns(['tenantId']).doUpdateSet({ providerId, model, updatedAt: now().toISOString() }))
      .execute()
    return { providerId, model }
  },
})

function checkedModel(provider: Parameters<typeof modelOf>[0], model: string | null): string | null {
  try {
    return modelOf(provider, model ?? undefined)
  } catch {
    throw badInput('Invalid input', { fieldErrors: { model: 'This model is one of another provider' } })
  }
}
