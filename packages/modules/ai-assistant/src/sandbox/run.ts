import { type ApiAnswer, type ApiRequest, isWrite, readApiRequest } from './api-request.ts'
import type { GuestFrame } from './guest-frame.ts'
import type { GuestProcess } from './guest-process.ts'
import type { SandboxLimits } from './limits.ts'
import type { PlaceHolder } from './process-pool.ts'

/** A run: the environment of the code, and the handler of its requests. */
export interface SandboxRun extends PlaceHolder {
  /** JSON values available to the code as globals. */
  readonly globals?: Readonly<Record<string, unknown>>
  /** A trusted script, evaluated before the code to define functions over these globals. */
  readonly script?: string
  /** Handles `api.request`. Without it, there is no `api`. If it rejects, the run fails. */
  readonly request?: (request: ApiRequest, signal: AbortSignal) => Promise<ApiAnswer>
  /** Aborts the run, which then fails with the signal's reason. */
  readonly signal?: AbortSignal
  /** Overrides of limits for this run. Memory is fixed per process. */
  readonly limits?: Partial<Omit<SandboxLimits, 'memory'>>
}

export interface SandboxResult {
  readonly success: boolean
  /** The returned value: strings as they are, everything else as JSON, truncated while being written. Empty if the run failed. */
  readonly result: string
  readonly logs: readonly string[]
  readonly durationMs: number
  /** Why it failed, safe to show to the author of the code. */
  readonly error?: string
  readonly apiCallCount: number
}

type RunOptions = Omit<SandboxRun, 'limits'> & { readonly limits: SandboxLimits }

/**
 * The host's side of a run. The process enforces limits as well, but nothing it says is trusted: an unexpected message ends the
 * run, and so does every time limit.
 */
export class SandboxProcessRun {
  /** True if the run ended normally, so that its process can be reused. */
  isClean = false
  readonly #process: GuestProcess
  readonly #options: RunOptions
  readonly #logs: string[] = []
  readonly #end = Promise.withResolvers<Pick<SandboxResult, 'success' | 'result' | 'error'>>()
  readonly #stopped = new AbortController()
  /** Calls in progress. */
  readonly #open = new Set<Promise<void>>()
  #callCount = 0
  #writeCount = 0
  #answerCount = 0
  #hasAnswered = false
  #computing: NodeJS.Timeout | undefined

  constructor(process: GuestProcess, options: RunOptions) {
    this.#process = process
    this.#options = options
  }

  async result(code: string): Promise<SandboxResult> {
    const { signal, limits } = this.#options
    const startedAt = performance.now()
    const clock = setTimeout(() => this.#fail(`The code took longer than ${limits.seconds} s`), limits.seconds * 1000)
    const stop = () => this.#end.reject(signal!.reason)
    signal?.addEventListener('abort', stop)
    this.#process.listen((frame) => this.#take(frame))
    if (signal?.aborted) stop()
    else this.#begin(code)
    try {
      const end = await this.#end.promise
      const durationMs = Math.round(performance.now() - startedAt)
      return { ...end, logs: this.#logs, durationMs, apiCallCount: this.#callCount }
    } catch (error) {
      this.isClean = false
      throw error
    } finally {
      clearTimeout(clock)
      clearTimeout(this.#computing)
      signal?.removeEventListener('abort', stop)
      this.#process.listen(undefined)
      this.#stopped.abort()
    }
  }

  #begin(code: string): void {
    const { globals = {}, script = '', request, limits } = this.#options
    const { calls, logLines, logLength, resultLength, requestLength } = limits
    const inside = { calls, logLines, logLength, resultLength, requestLength }
    const run = { code, script, globals: JSON.stringify(globals), hasApi: request !== undefined, limits: inside }
    this.#process.send({ kind: 'run', run })
    this.#compute()
  }

  #take(frame: GuestFrame | undefined): void {
    if (frame === undefined) this.#fail('The code took more memory than it may')
    else if (this.#hasAnswered) return
    else if (frame.kind === 'log') this.#log(frame.text)
    else if (frame.kind === 'call') this.#call(frame.call, frame.text)
    else if (frame.kind === 'waiting' && frame.answers === this.#answerCount) clearTimeout(this.#computing)
    else if (frame.kind === 'end') this.#finish(frame.text, frame)
  }

  #log(text: string): void {
    const { logLines, logLength } = this.#options.limits
    if (this.#logs.length < logLines) this.#logs.push(text.slice(0, logLength))
  }

  /** Calls that the code did not await are completed before the result is returned. */
  #finish(text: string, { ok, isBroken }: { readonly ok: boolean; readonly isBroken: boolean }): void {
    const cut = text.slice(0, this.#options.limits.resultLength)
    this.#hasAnswered = true
    this.isClean = !isBroken
    clearTimeout(this.#computing)
    const end = ok ? { success: true, result: cut } : { success: false, result: '', error: cut }
    void Promise.all(this.#open).then(() => this.#end.resolve(end))
  }

  #fail(error: string): void {
    this.isClean = false
    this.#end.resolve({ success: false, result: '', error })
  }

  #call(call: number, text: string): void {
    const { calls, requestLength } = this.#options.limits
    if (call !== this.#callCount || call >= calls || text.length > requestLength) {
      this.#fail('The code tampered with its engine')
      return
    }
    this.#callCount++
    this.#compute()
    const answering = this.#answer(call, text)
      .catch((error: unknown) => this.#end.reject(error))
      .finally(() => this.#open.delete(answering))
    this.#open.add(answering)
  }

  async #answer(call: number, text: string): Promise<void> {
    const { request, limits } = this.#options
    const read = toRequest(text)
    if (!request || typeof read === 'string') return this.#reply(call, false, read)
    if (isWrite(read) && ++this.#writeCount > limits.writes)
      return this.#reply(call, false, `At most ${limits.writes} calls that may change something in one run`)
    const answer = await request(read, this.#stopped.signal)
    const { statusCode } = answer
    const isShort = JSON.stringify(answer).length <= limits.answerLength
    const error = `The answer is longer than ${limits.answerLength} characters: ask for less at once`
    this.#reply(call, true, isShort ? answer : { success: false, statusCode, error })
  }

  #reply(call: number, ok: boolean, value: unknown): void {
    if (this.#hasAnswered || this.#stopped.signal.aborted) return
    this.#answerCount++
    this.#compute()
    this.#process.send({ kind: 'answer', call, ok, text: JSON.stringify(value) })
  }

  /** Starts the computing time limit, until the process reports that it is waiting. */
  #compute(): void {
    const { computingSeconds } = this.#options.limits
    clearTimeout(this.#computing)
    const stop = () => this.#fail(`The code computed for longer than ${computingSeconds} s`)
    this.#computing = setTimeout(stop, computingSeconds * 1000)
  }
}

/** Parses a request, or returns why it is invalid. */
function toRequest(text: string): ApiRequest | string {
  try {
    return readApiRequest(text)
  } catch (error) {
    if (error instanceof TypeError) return error.message
    throw error
  }
}
