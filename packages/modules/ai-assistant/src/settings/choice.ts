import { type Context, PlatformError } from '@plinth/core'
import { ModelChoice } from '../entities.ts'
import { settings } from '../options.ts'
import { isProvider, modelOf, PROVIDER_IDS, type ProviderAccess, type ProviderId, PROVIDERS } from './providers.ts'

/** A provider, its model, and how it is reached. */
export interface Choice {
  readonly provider: ProviderId
  readonly model: string
  readonly access: ProviderAccess
}

export const NO_PROVIDER = 'No AI provider configured. Please set an API key for OpenAI, Anthropic, or Google.'

/**
 * What answers for a tenant: what its administrators have chosen, else what the host says, else the first provider that
 * has a key. Throws 503 where there is none.
 */
export async function chooseModel({ inject, from }: Pick<Context, 'inject' | 'from'>): Promise<Choice> {
  const { providers, provider, model } = inject(settings)
  const stored = await readChoice({ from })
  if (stored) {
    const access = isProvider(stored.providerId) ? providers[stored.providerId] : undefined
    if (!access || !isProvider(stored.providerId))
      throw new PlatformError(
        'unavailable',
        `Configured provider ${stored.providerId} is no longer available. Please update settings.`,
      )
    const chosen = modelOf(stored.providerId, stored.model ?? undefined)
    return { provider: stored.providerId, model: chosen ?? PROVIDERS[stored.providerId].defaultModel, access }
  }
  const usable = [provider, ...PROVIDER_IDS].find((id) => providers[id] !== undefined)
  const access = usable && providers[usable]
  if (!usable || !access) throw new PlatformError('unavailable', NO_PROVIDER)
  return { provider: usable, model: (usable === provider && model) || PROVIDERS[usable].defaultModel, access }
}

/** What the administrators of a tenant have chosen; null where they have not. */
export async function readChoice({ from }: Pick<Context, 'from'>) {
  const choice = await from(ModelChoice, 'c').select(['c.id', 'c.providerId', 'c.model']).executeTakeFirst()
  return choice ?? null
}
