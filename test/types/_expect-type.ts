/** True when the two types are the same, `any` and `readonly` told apart. */
export type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** Does not compile unless `T` is `true`; does nothing. */
export function expectType<T extends true>(..._same: readonly T[]): void {}
