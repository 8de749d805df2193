import { AnswerTooLarge } from './bounded-fetch.ts'

/** Characters of a token, about. */
const CHARACTERS_PER_TOKEN = 4
/** Characters of text and arguments in one step; models are asked for 4,096 tokens. */
const MAX_CHARACTERS = 2 ** 20
/** Tool calls in one step. */
const MAX_CALLS = 64
/** Tokens that one step is believed to have used. */
const MAX_REPORTED = 100_000_000

/**
 * The tokens of a turn: as the provider tells them after each step, and at least what came back. Of a step that is broken
 * off it tells nothing, though it is paid for, so that an estimate counts: whoever stops every answer in time would spend
 * without limit, and so would whose model server tells too little.
 */
export class TokenMeter {
  input = 0
  output = 0
  /** Characters that have come back in the step that goes on; null between steps. */
  #heard: number | null = null
  #calls = 0

  begin(): void {
    this.#heard = 0
    this.#calls = 0
  }

  /** Counts what has come back. Throws beyond what is taken of one step. */
  hear(text: string): void {
    if (this.#heard === null) return
    this.#heard += text.length
    if (this.#heard > MAX_CHARACTERS)
      throw new AnswerTooLarge(`A step of the model has more than ${MAX_CHARACTERS} characters`)
  }

  /** Counts a tool call. Throws beyond what is taken of one step. */
  hearCall(): void {
    if (++this.#calls > MAX_CALLS) throw new AnswerTooLarge(`A step of the model has more than ${MAX_CALLS} tool calls`)
  }

  end(reported: ReportedUsage): void {
    const { inputTokens, outputTokens } = toTokens(reported, this.#heard ?? 0)
    this.#heard = null
    this.input += inputTokens
    this.output += outputTokens
  }

  /** Nothing more comes. `sent` is what the model was told in the step. */
  breakOff(sent: () => string): void {
    if (this.#heard === null) return
    this.input += estimate(sent().length)
    this.output += estimate(this.#heard)
    this.#heard = null
  }
}

interface ReportedUsage {
  readonly inputTokens?: number | undefined
  readonly outputTokens?: number | undefined
}

/** The tokens of a step: what the provider reports, and of its output at least what so many characters come to. */
export function toTokens({ inputTokens, outputTokens }: ReportedUsage, characters: number) {
  return {
    inputTokens: toCount(inputTokens),
    outputTokens: Math.max(toCount(outputTokens), estimate(characters)),
  }
}

const estimate = (characters: number) => Math.ceil(characters / CHARACTERS_PER_TOKEN)

/** A number that a model server made up may be any. */
const toCount = (reported = 0) => (reported > 0 ? Math.min(Math.ceil(reported), MAX_REPORTED) : 0)
