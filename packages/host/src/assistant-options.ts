import type { AiAssistantOptions } from '@plinth/ai-assistant'
import type { Env } from './env/env.ts'

/** Tokens that a call of a model has used. */
export interface TokenUsage {
  readonly model: string
  readonly inputTokens: number
  readonly outputTokens: number
}

/** Options of the assistant from the environment. */
export type AssistantOptions = ReturnType<typeof assistantOptions>

// The package is optional, so its types must not appear in the declarations of this one.
export function assistantOptions(env: Env, onUsage?: (usage: TokenUsage) => void) {
  const access = (apiKey: string | undefined, baseUrl: string | undefined) =>
    apiKey === undefined ? undefined : { apiKey, baseUrl: baseUrl?.replace(/\/$/, '') }
  return {
    provider: PROVIDERS.find((name) => name === env.OPENCODE_PROVIDER) ?? 'anthropic',
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
  } satisfies AiAssistantOptions
}

const PROVIDERS = ['anthropic', 'openai', 'google'] as const
