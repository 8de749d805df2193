import { AnswerTooLarge } from './bounded-fetch.ts'

/** Approximate characters per token. */
const CHARACTERS_PER_TOKEN = 4
/** Characters per token when the provider reports the input; higher, because providers serialize schemas differently. */
const SENT_CHARACTERS_PER_TOKEN = 6
/** Maximum characters of text and arguments per step; models are asked for 4,096 tokens. */
const MAX_CHARACTERS = 2 ** 20
/** Maximum tool calls per step. */
const MAX_CALLS = 64
/** Maximum tokens accepted from a provider's report for one step. */
const MAX_REPORTED = 100_000_000

/**
 * Counts the tokens of a turn: those the provider reports after each step, and at least an estimate from what was sent and
 * received. An aborted step has no report but costs money, so the estimate counts. Otherwise users could spend without limit if
 * they abort every response in time or if their model server reports too little.
 */
export class TokenMeter {
  input = 0
  output = 0
  /** Characters received in the current step; null between steps. */
  #heard: number | null = null
  #sent = 0
  #calls = 0

  /** Starts a step; `sent` is the number of characters sent to the model. */
  begin(sent: number): void {
    this.#sent = sent
    this.#heard = 0
    this.#calls = 0
  }

  /** Counts received text. Throws beyond the limit of one step. */
  hear(text: string): void {
    if (this.#heard === null) return
    this.#heard += text.length
    if (this.#heard > MAX_CHARACTERS)
      throw new AnswerTooLarge(`A step of the model has more than ${MAX_CHARACTERS} characters`)
  }

  /** Counts a tool call. Throws beyond the limit of one step. */
  hearCall(): void {
    if (++this.#calls > MAX_CALLS) throw new AnswerTooLarge(`A step of the model has more than ${MAX_CALLS} tool calls`)
  }

  end(reported: ReportedUsage): void {
    const { inputTokens, outputTokens } = toTokens(reported, { sent: this.#sent, heard: this.#heard ?? 0 })
    this.#heard = null
    this.input += inputTokens
    this.output += outputTokens
  }

  /** Ends an aborted step. */
  breakOff(): void {
    if (this.#heard === null) return
    this.input += estimate(this.#sent)
    this.output += estimate(this.#heard)
    this.#heard = null
  }
}

interface ReportedUsage {
  readonly inputTokens?: number | undefined
  readonly outputTokens?: number | undefined
}

/** Characters sent and received in a step. */
interface Characters {
  readonly sent: number
  readonly heard: number
}

/** The tokens of a step: as reported, but at least the estimate from its characters. */
export function toTokens({ inputTokens, outputTokens }: ReportedUsage, { sent, heard }: Characters) {
  return {
    inputTokens: Math.max(toCount(inputTokens), Math.ceil(sent / SENT_CHARACTERS_PER_TOKEN)),
    outputTokens: Math.max(toCount(outputTokens), estimate(heard)),
  }
}

const estimate = (characters: number) => Math.ceil(characters / CHARACTERS_PER_TOKEN)

/** A model server may report any number. */
const toCount = (reported = 0) => (reported > 0 ? Math.min(Math.ceil(reported), MAX_REPORTED) : 0)

/** The characters of a model request, taken from its JSON body. */
export function charactersSent({ body }: { readonly body?: unknown }): number {
  return (typeof body === 'string' ? body : (JSON.stringify(body) ?? '')).length
}
