/** Characters of a token, about. */
const CHARACTERS_PER_TOKEN = 4

/**
 * The tokens of a turn: as the provider tells them after each step. Of a step that is broken off it tells nothing, though
 * it is paid for, so that an estimate counts: whoever stops every answer in time would spend without limit.
 */
export class TokenMeter {
  input = 0
  output = 0
  /** Characters that have come back in the step that goes on; null between steps. */
  #heard: number | null = null

  begin(): void {
    this.#heard = 0
  }

  hear(text: string): void {
    if (this.#heard !== null) this.#heard += text.length
  }

  end({ inputTokens = 0, outputTokens = 0 }: ReportedUsage): void {
    this.#heard = null
    this.input += inputTokens
    this.output += outputTokens
  }

  /** Nothing more comes. `sent` is what the model was told in the step. */
  breakOff(sent: () => string): void {
    if (this.#heard === null) return
    this.input += Math.ceil(sent().length / CHARACTERS_PER_TOKEN)
    this.output += Math.ceil(this.#heard / CHARACTERS_PER_TOKEN)
    this.#heard = null
  }
}

interface ReportedUsage {
  readonly inputTokens?: number | undefined
  readonly outputTokens?: number | undefined
}
