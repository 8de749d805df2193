import { PlatformError } from '@plinth/core'

export const PROVIDERS = {
  anthropic: { name: 'Anthropic', envKey: 'ANTHROPIC_API_KEY', defaultModel: 'claude-haiku-4-5-20251001' },
  openai: { name: 'OpenAI', envKey: 'OPENAI_API_KEY', defaultModel: 'gpt-4o-mini' },
  google: { name: 'Google', envKey: 'GOOGLE_GENERATIVE_AI_API_KEY', defaultModel: 'gemini-3-flash' },
} as const

export type ProviderId = keyof typeof PROVIDERS

/** In order of preference if none was chosen. */
export const PROVIDER_IDS = Object.keys(PROVIDERS) as readonly ProviderId[]

/** How to reach a provider. */
export interface ProviderAccess {
  readonly apiKey: string
  /** For a proxy or a self-hosted model server. */
  readonly baseUrl?: string | undefined
}

export type ProviderKeys = { readonly [Id in ProviderId]?: ProviderAccess | undefined }

export const isProvider = (id: unknown): id is ProviderId => typeof id === 'string' && Object.hasOwn(PROVIDERS, id)

/** The model without its provider; throws if it names a different provider. */
export function modelOf(provider: ProviderId, model: string | undefined): string | null {
  if (model === undefined) return null
  const [, prefix] = /^([a-z]+)\//.exec(model) ?? []
  if (!isProvider(prefix)) return model
  if (prefix !== provider)
    throw new PlatformError('broken_setup', `The model '${model}' does not belong to the provider '${provider}'`)
  return model.slice(prefix.length + 1)
}

/** One segment of a model name. It begins with a letter or digit, so it cannot consist of dots. */
const PART = String.raw`[A-Za-z0-9][\w.:@+-]*`

/** Valid model names. Google's become part of the URL that is requested with the host's key; the others are sent in the body. */
const MODEL_NAMES: Readonly<Record<ProviderId, RegExp>> = {
  anthropic: new RegExp(`^${PART}$`),
  // Model servers prefix names with the owner.
  openai: new RegExp(`^${PART}(?:/${PART}){0,2}$`),
  google: /^(?:(?:models|tunedModels)\/)?[A-Za-z0-9][\w.-]*$/,
}

export const isModelName = (provider: ProviderId, name: string): boolean =>
  name.length <= 100 && MODEL_NAMES[provider].test(name)
