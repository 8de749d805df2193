import {
  type GetPromptResult,
  type Prompt as McpPrompt,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import type { Actor, Module } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import { toJsonSchema } from '@plinth/core/http'
import { type Prompt, prompts } from '@plinth/points'
import { toTitle } from '../tools/known-tool.ts'
import { toIssues } from '../tools/outcome.ts'

/** Maximum characters of one value. */
const MAX_PROMPT_VALUE = 10_000

/** The prompts of all modules that an actor may use. */
export function promptsFor(modules: readonly Module[], actor: Actor): readonly Prompt[] {
  return prompts
    .from(modules)
    .map(({ value }) => value)
    .filter(({ access }) => hasAccess(actor, access))
}

/** A prompt as MCP describes it. */
export function describePrompt({ name, title = toTitle(name), description, input }: Prompt): McpPrompt {
  const { properties = {}, required = [] } = (input ? toJsonSchema(input, 'input') : {}) as ArgumentSchema
  const fields = Object.entries(properties).map(([field, schema]) => ({
    name: field,
    ...(schema.description !== undefined && { description: schema.description }),
    required: required.includes(field),
  }))
  return { name, title, description, arguments: fields }
}

interface ArgumentSchema {
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>
  readonly required?: readonly string[]
}

/** Fills in a prompt's arguments. */
export function fillPrompt(
  offered: readonly Prompt[],
  { name, arguments: values = {} }: { readonly name: string; readonly arguments?: Record<string, string> | undefined },
): GetPromptResult {
  const prompt = offered.find((one) => one.name === name)
  if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Prompt ${name} not found`)
  const long = Object.keys(values).find((field) => values[field]!.length > MAX_PROMPT_VALUE)
  if (long !== undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${long} is longer than ${MAX_PROMPT_VALUE} characters`)
  const { data, error } = prompt.input?.safeParse(values) ?? { data: {} }
  if (error) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Invalid arguments: ${toIssues(error.issues)}`)
  return {
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text: prompt.text(data) } }],
  }
}
