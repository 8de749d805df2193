import type { LanguageModel } from 'ai'
import type { Choice } from '../settings/choice.ts'
import { boundedFetch } from './bounded-fetch.ts'

/** The model of a choice. The SDK of its provider is loaded when it is first needed. */
export async function openModel({ provider, model, access }: Choice): Promise<LanguageModel> {
  const { apiKey, baseUrl } = access
  // What the SDK would otherwise write to the host's standard error.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
  const settings = { apiKey, fetch: boundedFetch, ...(baseUrl !== undefined && { baseURL: baseUrl }) }
  switch (provider) {
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(settings)(model)
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(settings)(model)
    case 'openai': {
      if (baseUrl === undefined) return (await import('@ai-sdk/openai')).createOpenAI(settings)(model)
      // A server of one's own speaks the interface that all of them have in common.
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const server = createOpenAICompatible({ ...settings, baseURL: baseUrl, name: 'openai', includeUsage: true })
      return server.chatModel(model)
    }
  }
}
