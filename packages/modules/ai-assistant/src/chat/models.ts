import type { LanguageModel } from 'ai'
import type { Choice } from '../settings/model-choice.ts'
import { boundedFetch } from './bounded-fetch.ts'

/** Opens the chosen model. The SDK of its provider is loaded on first use. */
export async function openModel({ provider, model, access }: Choice): Promise<LanguageModel> {
  const { apiKey, baseUrl } = access
  // Otherwise the SDK writes warnings to the host's standard error.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
  const settings = { apiKey, fetch: boundedFetch, ...(baseUrl !== undefined && { baseURL: baseUrl }) }
  switch (provider) {
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(settings)(model)
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(settings)(model)
    case 'openai': {
      if (baseUrl === undefined) return (await import('@ai-sdk/openai')).createOpenAI(settings)(model)
      // Self-hosted servers speak the OpenAI-compatible API.
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const server = createOpenAICompatible({ ...settings, baseURL: baseUrl, name: 'openai', includeUsage: true })
      return server.chatModel(model)
    }
  }
}
