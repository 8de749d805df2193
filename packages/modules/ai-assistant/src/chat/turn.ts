import { streamText } from 'ai'
import { noteCall } from '../tools/note-call.ts'
import { callForModel } from './call-for-model.ts'
import { openModel } from './models.ts'
import { offerTools } from './offer-tools.ts'
import { describeFailure, loggableFailure } from './provider-error.ts'
import { charactersSent, TokenMeter, toTokens } from './token-meter.ts'
import { Transcript } from './transcript.ts'
import type { Turn, TurnResult } from './turn-parts.ts'

/** Runs the model and its tools, and emits frames. */
export async function runTurn(turn: Turn): Promise<TurnResult> {
  const { choice, instructions, history, limits, frames, signal, log, caller, tools, credential, spend } = turn
  const transcript = new Transcript()
  const spent = new TokenMeter()
  const counted = { inputTokens: 0, outputTokens: 0 }
  let isLeft = true
  /** Calls whose frame has been sent: a question about a call must not precede it. */
  const announced = new AnnouncedCalls()
  let failure: string | null = null
  /** Aborts the request to the model, which would otherwise continue after its events are ignored. */
  const cut = new AbortController()
  try {
    const listed = await tools.listFor(credential)
    const { stream } = streamText({
      model: await openModel(choice),
      instructions,
      messages: [...history] as never,
      tools: offerTools(listed, async (name, args, callId) => {
        await announced.wait(callId)
        return callForModel(turn, { name, args, callId })
      }),
      // Sequential, since confirmations are given one by one.
      toolCallConcurrency: 1,
      stopWhen: async ({ steps }) => {
        if (steps.length >= limits.steps) return true
        const step = steps.at(-1)!
        const used = toTokens(step.usage, { sent: charactersSent(step.request), heard: charactersOf(step) })
        isLeft = await spend(used)
        counted.inputTokens += used.inputTokens
        counted.outputTokens += used.outputTokens
        return !isLeft
      },
      abortSignal: AbortSignal.any([signal, cut.signal]),
      maxOutputTokens: 4_096,
      maxRetries: 1,
      // Needed to count the input.
      include: { requestBody: true },
      onError: () => {},
    })
    for await (const part of stream) {
      switch (part.type) {
        case 'start-step':
          spent.begin(charactersSent(part.request))
          frames.push({ type: 'debug', partType: 'step-start', data: {} })
          break
        case 'reasoning-start':
          frames.push({ type: 'thinking' })
          break
        case 'reasoning-delta':
          spent.hear(part.text)
          break
        case 'tool-input-delta':
          spent.hear(part.delta)
          break
        case 'text-delta':
          spent.hear(part.text)
          transcript.text(part.text)
          frames.push({ type: 'text', content: part.text })
          break
        case 'tool-call': {
          const { toolCallId: id, toolName, input, providerMetadata } = part
          spent.hearCall()
          transcript.call({
            toolCallId: id,
            toolName,
            input,
            ...(providerMetadata && { providerOptions: providerMetadata as never }),
          })
          frames.push({ type: 'tool-call', id, toolName, args: input })
          announced.announce(id)
          break
        }
        case 'tool-result': {
          const { toolCallId, toolName, output } = part
          transcript.result({ toolCallId, toolName, output: { type: 'text', value: String(output) } })
          frames.push({ type: 'tool-result', id: toolCallId, result: output })
          break
        }
        case 'tool-error': {
          const { toolCallId, toolName, dynamic } = part
          const value = dynamic ? NO_CALL : 'The tool failed.'
          // Unknown tools and malformed calls do not reach the executor, so they are logged here.
          if (dynamic)
            noteCall(log, {
              name: toolName,
              door: 'chat',
              callId: toolCallId,
              conversationId: turn.conversationId,
              actor: caller.actor.id,
              outcome: 'NOT_OFFERED',
            })
          else if (!signal.aborted) log.error({ err: part.error, tool: toolName }, 'tool failed')
          transcript.result({ toolCallId, toolName, output: { type: 'error-text', value } })
          frames.push({ type: 'tool-result', id: toolCallId, result: { error: value } })
          break
        }
        case 'finish-step': {
          spent.end(part.usage)
          transcript.endStep()
          frames.push({ type: 'debug', partType: 'step-finish', data: { reason: part.finishReason } })
          break
        }
        case 'error':
          throw part.error
        default:
      }
    }
  } catch (error) {
    if (!signal.aborted) {
      log.error({ err: loggableFailure(error), actor: caller.actor.id, provider: choice.provider }, 'the model failed')
      failure = describeFailure(error)
    }
  } finally {
    cut.abort()
  }
  spent.breakOff()
  transcript.endStep()
  if (!isLeft) failure ??= 'The tokens of this conversation, or of today, are used up.'
  if (signal.aborted) failure = 'The answer timed out or was stopped.'
  const [inputTokens, outputTokens] = [spent.input, spent.output]
  const uncounted = {
    inputTokens: Math.max(0, inputTokens - counted.inputTokens),
    outputTokens: Math.max(0, outputTokens - counted.outputTokens),
  }
  return { messages: transcript.messages, inputTokens, outputTokens, uncounted, failure }
}

interface HeardStep {
  readonly text: string
  readonly reasoningText: string | undefined
  readonly toolCalls: readonly { readonly input: unknown }[]
}

function charactersOf({ text, reasoningText = '', toolCalls }: HeardStep): number {
  const inputs = toolCalls.map(({ input }) => JSON.stringify(input)?.length ?? 0)
  return inputs.reduce((sum, length) => sum + length, text.length + reasoningText.length)
}

const NO_CALL = 'This is no tool that you have, or its arguments cannot be read.'

/** Delays frames of a call until the call itself was announced. */
class AnnouncedCalls {
  readonly #calls = new Map<string, PromiseWithResolvers<void>>()

  wait(id: string): Promise<void> {
    return this.#of(id).promise
  }

  announce(id: string): void {
    this.#of(id).resolve()
  }

  #of(id: string): PromiseWithResolvers<void> {
    let call = this.#calls.get(id)
    if (!call) this.#calls.set(id, (call = Promise.withResolvers()))
    return call
  }
}
