import { defineService } from '@plinth/core'
import type { Usage } from './usage.ts'
import type { Limits } from './limits.ts'
import type { McpOptions } from './mcp-options.ts'
import type { SandboxOptions } from './sandbox/sandbox.ts'
import type { ProviderId, ProviderKeys } from './providers.ts'

/** Options of the assistant. Without a provider, everything except the model works. */
export interface AiAssistantOptions {
  readonly providers?: ProviderKeys
  /** The provider used for tenants that have not chosen one. Default: Anthropic. */
  readonly provider?: ProviderId | undefined
  /** The model, optionally prefixed with the provider: `openai/gpt-4o-mini`. */
  readonly model?: string | undefined
  /**
   * The models tenants may choose in addition to each provider's default, prefixed with the provider: `openai/gpt-5`. The host
   * pays for them. Default: any model of a configured provider.
   */
  readonly models?: readonly string[] | undefined
  readonly limits?: Partial<Limits>
  /** Shown in the settings: whether the host has an API key for a local MCP client. */
  readonly isMcpKeyConfigured?: boolean
  /** What MCP clients can use in addition to tools. */
  readonly mcp?: McpOptions
  /** Called whenever model usage is counted, for metrics. */
  readonly onUsage?: (usage: Usage) => void
  /** Limits for running code of models and clients. */
  readonly sandbox?: SandboxOptions
  /** Ids of API keys whose writes need no confirmation, for unattended programs. */
  readonly unconfirmedKeys?: readonly string[]
}

export interface AiAssistantSettings extends Required<
  Pick<AiAssistantOptions, 'providers' | 'unconfirmedKeys' | 'isMcpKeyConfigured' | 'onUsage'>
> {
  readonly provider: ProviderId
  /** Without the provider; null for the provider's default. */
  readonly model: string | null
  /** Null if tenants may choose any. */
  readonly models: readonly string[] | null
  readonly limits: Limits
}

/** Resolve with `inject(settings)`; the module provides it from its options. */
export const settings = defineService<AiAssistantSettings>('ai_assistant.settings')
