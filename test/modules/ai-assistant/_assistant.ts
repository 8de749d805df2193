import { type AiAssistantOptions, aiAssistant } from '@plinth/ai-assistant'
import { apiKeys } from '@plinth/api-keys'
import { auditLogs } from '@plinth/audit-logs'
import type { Client, TestPlatform, TestPlatformOptions } from '@plinth/testing'
import { authApp } from '../auth/_accounts.ts'

/** A platform with the accounts of the auth tests, API keys, the log, and the assistant. */
export function assistantApp(
  options: AiAssistantOptions = {},
  { modules = [], ...rest }: Partial<TestPlatformOptions> = {},
): Promise<TestPlatform> {
  return authApp({ ...rest, modules: [apiKeys, auditLogs, ...modules, aiAssistant(options)] })
}

/** Calls a tool as a person does by HTTP. */
export const execute = (client: Client, toolName: string, args?: unknown) =>
  client.post('/ai_assistant/tools/execute', { toolName, ...(args !== undefined && { args }) })
