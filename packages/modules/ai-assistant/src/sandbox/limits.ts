/** Limits of one run. Text sizes are in characters. */
export interface SandboxLimits {
  /** Wall-clock seconds, from start to result. */
  readonly seconds: number
  /** Wall-clock seconds that the code may compute without waiting for a call, which bounds its CPU time. */
  readonly computingSeconds: number
  /** Bytes of all values, including the engine's own. */
  readonly memory: number
  readonly calls: number
  /** How many of the calls may change data. */
  readonly writes: number
  readonly logLines: number
  readonly logLength: number
  readonly resultLength: number
  readonly codeLength: number
  /** Maximum size of one request. */
  readonly requestLength: number
  /** Maximum size of one response. */
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
