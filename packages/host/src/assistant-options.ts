import { type AiAssistantOptions, isProvider } from '@plinth/ai-assistant'
import type { Env } from './env/env.ts'

/** Options of the assistant from the environment. */
export function assistantOptions(env: Env, onUsage?: AiAssistantOptions['onUsage']): AiAssistantOptions {
  const access = (apiKey: string | undefined, baseUrl: string | undefined) =>
    apiKey === undefined ? undefined : { apiKey, baseUrl: baseUrl?.replace(/\/$/, '') }
  return {
    provider: isProvider(env.OPENCODE_PROVIDER) ? env.OPENCODE_PROVIDER : 'anthropic',
    model: env.OPENCODE_MODEL,
    providers: {
      anthropic: access(env.ANTHROPIC_API_KEY, env.ANTHROPIC_BASE_URL),
      openai: access(env.OPENAI_API_KEY, env.OPENAI_BASE_URL),
      google: access(env.GOOGLE_GENERATIVE_AI_API_KEY, env.GOOGLE_GENERATIVE_AI_BASE_URL),
    },
    isMcpKeyConfigured: env.MCP_SERVER_API_KEY !== undefined,
    unconfirmedKeys: env.AI_UNCONFIRMED_KEYS ?? [],
    limits: { tokensPerDay: env.AI_TOKENS_PER_DAY, callsPerMinute: env.AI_CALLS_PER_MINUTE },
    ...(onUsage && { onUsage }),
  }
}
