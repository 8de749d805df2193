/** A clock that stands still until `advance`. */
export class TestClock {
  #time: number

  constructor(start: Date = new Date()) {
    this.#time = start.getTime()
  }

  get now(): Date {
    return new Date(this.#time)
  }

  /** Moves on by so many milliseconds. */
  advance(milliseconds: number): void {
    this.#time += milliseconds
  }

  set(time: Date): void {
    this.#time = time.getTime()
  }
}
