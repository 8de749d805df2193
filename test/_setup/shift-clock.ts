/** Sets the clock of this process ahead by this many milliseconds, or back, until it is disposed of. */
export function shiftClock(milliseconds: number): Disposable {
  const actual = globalThis.Date
  const now = () => actual.now() + milliseconds
  globalThis.Date = class extends actual {
    // oxlint-disable-next-line typescript/no-explicit-any -- the overloads of the constructor
    constructor(...parts: any[]) {
      super(...((parts.length === 0 ? [now()] : parts) as [number]))
    }

    static override now = now
  } as DateConstructor
  return {
    [Symbol.dispose]() {
      globalThis.Date = actual
    },
  }
}
