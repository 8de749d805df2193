import { get, put } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { settings } from '../options.ts'
import { readChoice } from '../settings/model-choice.ts'
import { updateChoice } from '../settings/choose-model.ts'
import { isProvider, type ProviderId, PROVIDER_IDS, PROVIDERS } from '../providers.ts'

const Provider = z.object({
  id: z.string(),
  name: z.string(),
  defaultModel: z.string(),
  envKey: z.string(),
  configured: z.boolean(),
})

/** GET /ai_assistant/settings. Reports whether keys are configured, never their values. */
export const readSettings = get(
  '/ai_assistant/settings',
  {
    access: features.view,
    summary: 'Get the provider and model that the tenant uses.',
    isTool: false,
    response: z.object({
      provider: Provider.extend({ model: z.string() }),
      availableProviders: z.array(Provider),
      mcpKeyConfigured: z.boolean(),
      /** When administrators chose; null if they did not. */
      updatedAt: z.string().nullable(),
    }),
  },
  async (ctx) => {
    const { providers, provider: preferred, model, isMcpKeyConfigured } = ctx.inject(settings)
    const describe = (id: ProviderId) => ({ id, ...PROVIDERS[id], configured: providers[id] !== undefined })
    const chosen = await readChoice(ctx)
    const id = isProvider(chosen?.providerId) ? chosen.providerId : preferred
    const modelName = (chosen ? chosen.model : model) ?? PROVIDERS[id].defaultModel
    return {
      provider: { ...describe(id), model: `${id}/${modelName}` },
      availableProviders: PROVIDER_IDS.map(describe),
      mcpKeyConfigured: isMcpKeyConfigured,
      updatedAt: chosen?.updatedAt ?? null,
    }
  },
)

/** Not part of the published API: administrators choose for their tenant. */
export const putSettings = put('/ai_assistant/settings', updateChoice, {
  operation: 'updateSettings',
  summary: 'Set the provider and model that the tenant uses.',
  isTool: false,
  errors: [400],
})
