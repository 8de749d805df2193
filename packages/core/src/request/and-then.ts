/** A value, or the promise of one if it has to be waited for. A value from a cache comes without a promise. */
export type MaybePromise<T> = Promise<T> | T

/** Passes a value on: at once, or when it arrives. Requests that are answered from caches wait for nothing. */
export function andThen<T, R>(value: MaybePromise<T>, use: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(use) : use(value)
}
