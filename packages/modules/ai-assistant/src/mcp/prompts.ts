import { type GetPromptResult, type Prompt, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { McpPrompt } from './options.ts'

/** Characters of one value. */
const LONGEST_VALUE = 10_000

export function listPrompts(prompts: readonly McpPrompt[]): Prompt[] {
  return prompts.map(({ name, title, description, arguments: values = [] }) => ({
    name,
    title,
    description,
    arguments: values.map((value) => ({ ...value })),
  }))
}

export function getPrompt(
  prompts: readonly McpPrompt[],
  { name, arguments: values = {} }: { readonly name: string; readonly arguments?: Record<string, string> | undefined },
): GetPromptResult {
  const prompt = prompts.find((one) => one.name === name)
  if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Prompt ${name} not found`)
  const known = prompt.arguments ?? []
  const missing = known.filter((one) => one.required && !values[one.name]).map((one) => one.name)
  if (missing.length > 0) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Missing: ${missing.join(', ')}`)
  const given = Object.fromEntries(known.map((one) => [one.name, (values[one.name] ?? '').slice(0, LONGEST_VALUE)]))
  return {
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text: prompt.text(given) } }],
  }
}
