/** Maximum number of attempts for a transaction that fails because of concurrency. */
export const TRANSACTION_ATTEMPTS = 5

/** Milliseconds before the next attempt, randomized so that two colliding transactions do not collide again. */
export const pauseAfter = (attempt: number): number => Math.random() * 10 * 2 ** attempt
