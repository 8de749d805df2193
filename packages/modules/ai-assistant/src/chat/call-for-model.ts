import type { PendingApproval, ToolCall, ToolOutcome } from '../tools/tool.ts'
import { describePreview } from '../tools/describe-preview.ts'
import type { Question } from './chat-frames.ts'
import type { Turn } from './turn-parts.ts'
import { waitForAnswer } from './wait-for-answer.ts'

/** How often one call may be previewed again because its effects have changed. */
const MAX_PREVIEWS = 3

/** Executes a model's tool call; a write only after the user has confirmed its preview. */
export async function callForModel(
  turn: Turn,
  { name, args, callId }: { readonly name: string; readonly args: unknown; readonly callId: string },
): Promise<string> {
  const { tools, credential, conversationId, signal } = turn
  const call: ToolCall = { name, args, door: 'chat', callId, conversationId, signal }
  let outcome = await tools.call(credential, call)
  for (let previews = 0; outcome.ok === 'ask'; previews++) {
    if (previews === MAX_PREVIEWS) return 'Not done: what it would do changed again and again.'
    const { approval } = outcome
    turn.frames.push({ type: 'question', question: toQuestion(turn, approval, callId) })
    turn.frames.push({ type: 'debug', partType: 'question-asked', data: { id: approval.id } })
    if (!(await waitForAnswer(turn, approval.id, signal))) return 'Not done: the person declined.'
    outcome = await tools.call(credential, { ...call, approval: approval.token })
  }
  return toModelText(outcome)
}

function toModelText(outcome: Exclude<ToolOutcome, { ok: 'ask' }>): string {
  if (!outcome.ok) return JSON.stringify({ error: outcome.error, code: outcome.code })
  return outcome.isCut ? `${outcome.text}\n(cut: ask for less)` : outcome.text
}

function toQuestion({ conversationId }: Turn, { id, preview }: PendingApproval, callID: string): Question {
  return {
    id,
    sessionID: conversationId,
    questions: [
      {
        header: preview.title,
        question: `${describePreview(preview)}\nDo you want to go ahead?`,
        options: [
          { label: 'Confirm', description: 'Do exactly this.' },
          { label: 'Cancel', description: 'Change nothing.' },
        ],
      },
    ],
    tool: { messageID: callID, callID },
    preview,
  }
}
