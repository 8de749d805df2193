import { type Context, PlatformError } from '@plinth/core'
import { ModelChoice } from '../entities.ts'
import { type AiAssistantSettings, settings } from '../options.ts'
import {
  isModelName,
  isProvider,
  modelOf,
  PROVIDER_IDS,
  type ProviderAccess,
  type ProviderId,
  PROVIDERS,
} from '../providers.ts'

/** A provider, its model, and how to reach it. */
export interface Choice {
  readonly provider: ProviderId
  readonly model: string
  readonly access: ProviderAccess
}

export const NO_PROVIDER = 'No AI provider configured. Please set an API key for OpenAI, Anthropic, or Google.'

/**
 * Returns the model for a tenant: the one its administrators chose, else the host's default, else the first provider with a key.
 * Throws 503 if there is none.
 */
export async function chooseModel({ inject, from }: Pick<Context, 'inject' | 'from'>): Promise<Choice> {
  const host = inject(settings)
  const { providers, provider, model } = host
  const stored = await readChoice({ from })
  if (stored) {
    const access = isProvider(stored.providerId) ? providers[stored.providerId] : undefined
    if (!access || !isProvider(stored.providerId))
      throw new PlatformError(
        'unavailable',
        `Configured provider ${stored.providerId} is no longer available. Please update settings.`,
      )
    const chosen = modelOf(stored.providerId, stored.model ?? undefined)
    // A choice stored before the host restricted its models may no longer be offered.
    const isOffered = chosen !== null && offersModel(host, stored.providerId, chosen)
    return {
      provider: stored.providerId,
      model: isOffered ? chosen : PROVIDERS[stored.providerId].defaultModel,
      access,
    }
  }
  const usable = [provider, ...PROVIDER_IDS].find((id) => providers[id] !== undefined)
  const access = usable && providers[usable]
  if (!usable || !access) throw new PlatformError('unavailable', NO_PROVIDER)
  return { provider: usable, model: (usable === provider && model) || PROVIDERS[usable].defaultModel, access }
}

/** Whether tenants may choose a model, given without its provider. */
export function offersModel(
  { models, provider: preferred, model: preferredModel }: Pick<AiAssistantSettings, 'models' | 'provider' | 'model'>,
  provider: ProviderId,
  model: string,
): boolean {
  if (model === PROVIDERS[provider].defaultModel || (provider === preferred && model === preferredModel)) return true
  return isModelName(provider, model) && (models === null || models.includes(`${provider}/${model}`))
}

/** The choice of the tenant's administrators; null if there is none. */
export async function readChoice({ from }: Pick<Context, 'from'>) {
  const choice = await from(ModelChoice, 'c')
    .select(['c.id', 'c.providerId', 'c.model', 'c.updatedAt'])
    .executeTakeFirst()
  return choice ?? null
}
