/** Runs tasks one after another, in order of arrival. The first one starts immediately. */
export class SerialQueue {
  #last: Promise<unknown> | undefined

  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last ? this.#last.then(work) : work()
    const ended: Promise<unknown> = done.then(
      () => this.#end(ended),
      () => this.#end(ended),
    )
    this.#last = ended
    return done
  }

  #end(last: Promise<unknown>): void {
    if (this.#last === last) this.#last = undefined
  }
}
