import { PlatformError } from '@plinth/core'

export const PROVIDERS = {
  anthropic: { name: 'Anthropic', envKey: 'ANTHROPIC_API_KEY', defaultModel: 'claude-haiku-4-5-20251001' },
  openai: { name: 'OpenAI', envKey: 'OPENAI_API_KEY', defaultModel: 'gpt-4o-mini' },
  google: { name: 'Google', envKey: 'GOOGLE_GENERATIVE_AI_API_KEY', defaultModel: 'gemini-3-flash' },
} as const

export type ProviderId = keyof typeof PROVIDERS

/** In the order in which one is chosen where nobody has chosen. */
export const PROVIDER_IDS = Object.keys(PROVIDERS) as readonly ProviderId[]

/** How a provider is reached. */
export interface ProviderAccess {
  readonly apiKey: string
  /** Where it is not at its usual address: a proxy, or a model server of one's own. */
  readonly baseUrl?: string | undefined
}

export type ProviderKeys = { readonly [Id in ProviderId]?: ProviderAccess | undefined }

export const isProvider = (id: unknown): id is ProviderId => typeof id === 'string' && Object.hasOwn(PROVIDERS, id)

/** The model without its provider; throws where it names another one. */
export function modelOf(provider: ProviderId, model: string | undefined): string | null {
  if (model === undefined) return null
  const [, prefix] = /^([a-z]+)\//.exec(model) ?? []
  if (!isProvider(prefix)) return model
  if (prefix !== provider)
    throw new PlatformError('broken_setup', `The model '${model}' is not one of the provider '${provider}'`)
  return model.slice(prefix.length + 1)
}

/** A part of a model's name: it begins with a letter or a digit, so dots alone are none. */
const PART = String.raw`[A-Za-z0-9][\w.:@+-]*`

/** Names of models. Google's are a part of the address that is asked with the host's key; the others' are in the body. */
const MODEL_NAMES: Readonly<Record<ProviderId, RegExp>> = {
  anthropic: new RegExp(`^${PART}$`),
  // Model servers have names with the owner before them.
  openai: new RegExp(`^${PART}(?:/${PART}){0,2}$`),
  google: /^(?:(?:models|tunedModels)\/)?[A-Za-z0-9][\w.-]*$/,
}

export const isModelName = (provider: ProviderId, name: string): boolean =>
  name.length <= 100 && MODEL_NAMES[provider].test(name)
