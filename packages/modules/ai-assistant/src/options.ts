import { defineService } from '@plinth/core'
import type { Usage } from './conversations/count-usage.ts'
import type { Limits } from './limits.ts'
import type { McpOptions } from './mcp/options.ts'
import type { SandboxOptions } from './sandbox/sandbox.ts'
import type { ProviderId, ProviderKeys } from './settings/providers.ts'

/** What a host says of its assistant. Without a provider everything works but the model. */
export interface AiAssistantOptions {
  readonly providers?: ProviderKeys
  /** The provider that counts where a tenant has chosen none. Default: Anthropic. */
  readonly provider?: ProviderId | undefined
  /** Its model, with or without the provider before it: `openai/gpt-4o-mini`. */
  readonly model?: string | undefined
  /**
   * The models that tenants may choose beside the usual one of each provider, with the provider before each:
   * `openai/gpt-5`. The host pays for them. Default: any that a configured provider has.
   */
  readonly models?: readonly string[] | undefined
  readonly limits?: Partial<Limits>
  /** Told by the settings: whether the host has an API key for a local MCP client. */
  readonly isMcpKeyConfigured?: boolean
  /** What MCP clients find beside tools. */
  readonly mcp?: McpOptions
  /** Hears of what models have used, when it is counted: for metrics. */
  readonly onUsage?: (usage: Usage) => void
  /** How much code of models and clients may run, and how long. */
  readonly sandbox?: SandboxOptions
  /** API keys whose writes need no confirmation, by id: programs that nobody sits in front of. */
  readonly unconfirmedKeys?: readonly string[]
}

export interface AiAssistantSettings extends Required<
  Pick<AiAssistantOptions, 'providers' | 'unconfirmedKeys' | 'isMcpKeyConfigured' | 'onUsage'>
> {
  readonly provider: ProviderId
  /** Without the provider; null for the provider's default. */
  readonly model: string | null
  /** Null where tenants may choose any. */
  readonly models: readonly string[] | null
  readonly limits: Limits
}

/** Resolve with `inject(settings)`; the module provides it from its options. */
export const settings = defineService<AiAssistantSettings>('ai_assistant.settings')
