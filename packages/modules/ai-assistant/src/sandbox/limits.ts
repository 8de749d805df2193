/** What one run of code may take. Sizes of texts are characters. */
export interface SandboxLimits {
  /** Seconds by the clock, from the start to the answer. */
  readonly seconds: number
  /** Seconds that the code may compute without waiting for a call, by the clock: it never gets more of a CPU. */
  readonly computingSeconds: number
  /** Bytes that all its values may take, the engine's own included. */
  readonly memory: number
  readonly calls: number
  /** Calls that may change something, among them. */
  readonly writes: number
  readonly logLines: number
  readonly logLength: number
  readonly resultLength: number
  readonly codeLength: number
  /** What one call may send. */
  readonly requestLength: number
  /** What one call may get. */
  readonly answerLength: number
}

export const defaultLimits: SandboxLimits = Object.freeze({
  seconds: 30,
  computingSeconds: 5,
  memory: 64 * 1_048_576,
  calls: 50,
  writes: 20,
  logLines: 100,
  logLength: 1_000,
  resultLength: 40_000,
  codeLength: 100_000,
  requestLength: 256 * 1024,
  answerLength: 1_048_576,
})
