/** A clock that only moves when `advance` is called. */
export class TestClock {
  #time: number

  constructor(start: Date = new Date()) {
    this.#time = start.getTime()
  }

  get now(): Date {
    return new Date(this.#time)
  }

  /** Moves the clock forward. */
  advance(milliseconds: number): void {
    this.#time += milliseconds
  }

  set(time: Date): void {
    this.#time = time.getTime()
  }
}
