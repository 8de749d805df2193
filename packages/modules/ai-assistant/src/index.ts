export { features } from './contract.ts'
export type { Usage } from './usage.ts'
export { DEFAULT_LIMITS, type Limits } from './limits.ts'
export type { McpMode, McpOptions } from './mcp-options.ts'
export { aiAssistant } from './module.ts'
export type { AiAssistantOptions } from './options.ts'
export { isProvider, type ProviderAccess, type ProviderId, type ProviderKeys } from './providers.ts'
export type { Preview, PreviewedRequest } from './tools/tool.ts'

// Running untrusted code
export type { ApiAnswer, ApiRequest } from './sandbox/api-request.ts'
export type { SandboxLimits } from './sandbox/limits.ts'
export type { SandboxResult, SandboxRun } from './sandbox/run.ts'
export { createSandbox, type Sandbox, type SandboxOptions } from './sandbox/sandbox.ts'
