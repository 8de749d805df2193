import type { CallStep } from '../approvals/steps.ts'
import type { KnownTool } from './known-tool.ts'
import { failure, toIssues } from './outcome.ts'
import type { ToolOutcome } from './tool.ts'

/** Converts a call to a step or to code, or rejects its arguments. */
export function toCallStep(tool: KnownTool, sent: unknown = {}): CallStep | { readonly code: string } | ToolOutcome {
  const args = sent ?? {}
  if (typeof args !== 'object' || Array.isArray(args))
    return failure('VALIDATION_ERROR', 'Invalid input: input: the arguments must be an object')
  const members = args as Readonly<Record<string, unknown>>
  switch (tool.source) {
    case 'operation': {
      const missing = tool.operation.route.path
        .match(/\{\w+\}/g)
        ?.filter((name) => isMissing(members[name.slice(1, -1)]))
      if (missing && missing.length > 0)
        return failure(
          'VALIDATION_ERROR',
          `Invalid input: ${missing.map((name) => `${name.slice(1, -1)}: is required`).join('; ')}`,
        )
      return { kind: 'request', ...tool.operation.toRequest(members) } as CallStep
    }
    case 'declared': {
      const { error } = tool.tool.input.safeParse(members)
      if (error) return failure('VALIDATION_ERROR', `Invalid input: ${toIssues(error.issues)}`)
      return { kind: 'tool', name: tool.listed.name, args: members }
    }
    default: {
      const { code } = members
      if (typeof code !== 'string' || code === '' || code.length > 100_000)
        return failure('VALIDATION_ERROR', 'Invalid input: code: 1 to 100,000 characters are expected')
      return { code }
    }
  }
}

const isMissing = (value: unknown) => value === undefined || value === null || value === ''
