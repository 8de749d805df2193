/** Milliseconds by which the clock of a host may differ from that of the database without being mentioned. */
const TOLERATED = 1_000

/** Milliseconds by which the clocks of two computers may drift apart, per millisecond. */
const DRIFT = 0.0002

/** When the database was asked for its time, and its answer. */
export interface ClockReading {
  /** By the clock of `performance.now`: before the question was sent, and after its answer arrived. */
  readonly sentAt: number
  readonly receivedAt: number
  /** The value of `DATABASE_TIME`. */
  readonly time: string
}

/** An SQL expression: milliseconds since 1970, as text, which no setting of the server rounds. */
export const DATABASE_TIME = '(extract(epoch from clock_timestamp()) * 1000)::text'

/**
 * The time of the database, which all of its hosts share, however their own clocks are set. It is read from the answers to
 * statements, as precisely as the fastest of them was. Before the first answer it is the time of the host.
 */
export class DatabaseClock {
  #reading: Reading | undefined
  #last = 0
  #isApart = false
  readonly #onApart: (skew: number, isApart: boolean) => void

  /** `onApart` is called when the clocks have come apart or together. */
  constructor(onApart: (skew: number, isApart: boolean) => void = () => {}) {
    this.#onApart = onApart
  }

  readonly now = (): Date => {
    if (!this.#reading) return new Date()
    const time = this.#reading.offset + performance.now()
    // A more precise reading may be a little earlier, but time does not go back.
    this.#last = time < this.#last && time > this.#last - TOLERATED ? this.#last : time
    return new Date(this.#last)
  }

  /** Milliseconds by which the clock of the host is ahead of the database; negative if it is behind. */
  get skew(): number {
    return this.#reading ? Date.now() - performance.now() - this.#reading.offset : 0
  }

  /** Whether the clocks differ by more than a second. */
  get isApart(): boolean {
    return Math.abs(this.skew) > TOLERATED
  }

  read({ sentAt, receivedAt, time }: ClockReading): void {
    const found = {
      offset: Number(time) - (sentAt + receivedAt) / 2,
      uncertainty: (receivedAt - sentAt) / 2,
      at: receivedAt,
    }
    if (!this.#reading || isBetter(found, this.#reading)) this.#reading = found
    if (this.isApart === this.#isApart) return
    this.#isApart = this.isApart
    this.#onApart(this.skew, this.#isApart)
  }
}

/** The time of the database minus `performance.now`, give or take `uncertainty`, as read at `at`. */
interface Reading {
  readonly offset: number
  readonly uncertainty: number
  readonly at: number
}

/** Whether a new reading is more precise than an older one, or refutes it: a clock was set, or another server has taken over. */
function isBetter(found: Reading, known: Reading): boolean {
  const uncertainty = known.uncertainty + (found.at - known.at) * DRIFT
  return found.uncertainty <= uncertainty || Math.abs(found.offset - known.offset) > found.uncertainty + uncertainty
}
