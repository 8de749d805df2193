import { type CallToolResult, inputRequired, type InputRequiredResult } from '@modelcontextprotocol/server'
import { describePreview } from '../tools/describe-preview.ts'
import type { PendingApproval, ToolOutcome } from '../tools/tool.ts'

/** Converts the outcome of a call to MCP. */
export function toCallResult(outcome: ToolOutcome, asksClient: boolean): CallToolResult | InputRequiredResult {
  if (outcome.ok === 'ask') return asksClient ? toInputRequest(outcome.approval) : toPreview(outcome.approval)
  if (!outcome.ok) return toErrorResult(outcome.error, outcome.code)
  const { result, text, isCut } = outcome
  const isObject = typeof result === 'object' && result !== null && !Array.isArray(result)
  return {
    content: [{ type: 'text', text }],
    ...(isObject && !isCut && { structuredContent: result as Record<string, unknown> }),
  }
}

/** An error in the published format. */
export function toErrorResult(error: string, code: string): CallToolResult {
  return { ...toTextResult({ error, code }), isError: true }
}

/** The input name under which a client returns its user's answer. */
export const APPROVAL_INPUT = 'approve'

/** Makes the client ask its user and repeat the call with the answer and the state. */
function toInputRequest({ token, preview }: PendingApproval): InputRequiredResult {
  const requestedSchema = {
    type: 'object' as const,
    properties: { approve: { type: 'boolean' as const, title: 'Approve', description: 'Let this happen' } },
    required: ['approve'],
  }
  const message = describePreview(preview)
  return inputRequired({
    inputRequests: { [APPROVAL_INPUT]: inputRequired.elicit({ message, requestedSchema }) },
    // Signed, and bound to caller, call and expiry; it grants nothing by itself.
    requestState: token,
  })
}

/** For clients without elicitation: the preview, and what the second call must contain. */
function toPreview({ token, expiresAt, preview }: PendingApproval): CallToolResult {
  return toTextResult({
    code: 'APPROVAL_REQUIRED',
    message:
      'Nothing has happened yet. Show this to the person; when they agree, call again with the same arguments and _approvalToken.',
    preview: describePreview(preview),
    approvalToken: token,
    expiresAt,
  })
}

function toTextResult(value: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value, null, 2) }], structuredContent: value }
}
