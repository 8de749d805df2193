import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core'
import type { GuestLimits, GuestRun } from '../frames.ts'
import type { GuestFrame } from '../guest-frame.ts'
import { PRELUDE } from './prelude.ts'

type Say = (frame: GuestFrame) => void

/** Limits before a run starts. */
const NO_LIMITS: GuestLimits = { calls: 0, logLines: 0, logLength: 0, resultLength: 0, requestLength: 0 }

/**
 * Runs code once in a dedicated engine. Only JSON text crosses the boundary, in both directions: no objects, no functions except
 * the bridge's three, and nothing beyond the limits. Nothing is freed, since the engine is discarded after the run.
 */
export class Guest {
  readonly #engine: QuickJSContext
  readonly #say: Say
  readonly #prelude: QuickJSHandle
  #limits: GuestLimits = NO_LIMITS
  /** Handles that the prelude exposes to the host only. */
  #inside: QuickJSHandle | undefined
  #calls = 0
  #answers = 0
  #hasEnded = false

  /** Evaluates the prelude ahead of the run. */
  constructor(engine: QuickJSContext, say: Say) {
    this.#engine = engine
    this.#say = say
    this.#prelude = engine.unwrapResult(engine.evalCode(PRELUDE, 'prelude.js'))
  }

  start({ code, script, globals, hasApi, limits }: GuestRun): void {
    const engine = this.#engine
    this.#limits = limits
    const inside = engine.unwrapResult(engine.evalCode(`(${JSON.stringify(limits)})`, 'limits.js'))
    this.#inside = this.#call(this.#prelude, this.#door(hasApi), inside)
    this.#callInside('share', engine.newString(globals))
    if (script !== '') engine.unwrapResult(engine.evalCode(script, 'script.js'))
    this.#begin(code)
    this.#compute()
  }

  answer(call: number, ok: boolean, text: string): void {
    // Calls answered after the code has ended are ignored.
    if (this.#hasEnded) return
    const engine = this.#engine
    this.#answers++
    this.#callInside('answer', engine.newNumber(call), ok ? engine.true : engine.false, engine.newString(text))
    this.#compute()
  }

  /** The code is a single function expression, optionally followed by a semicolon. */
  #begin(code: string): void {
    const engine = this.#engine
    const alone = engine.evalCode(`(${code}\n)`, 'code.js')
    const isReadable = !alone.error || engine.dump(engine.getProp(alone.error, 'name')) !== 'SyntaxError'
    const result = isReadable ? alone : engine.evalCode(code, 'code.js')
    if (result.error) this.#callInside('fail', result.error)
    else this.#callInside('start', result.value)
  }

  /** Executes pending jobs until the code has ended or waits for a call. */
  #compute(): void {
    const { runtime } = this.#engine
    while (!this.#hasEnded && runtime.hasPendingJob()) runtime.executePendingJobs(1)
    if (this.#hasEnded) return
    if (this.#answers < this.#calls) this.#say({ kind: 'waiting', answers: this.#answers })
    else this.#end(false, 'The code waits for something that never comes')
  }

  #end(ok: boolean, text: string): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#say({ kind: 'end', ok, text, isBroken: false })
  }

  #door(hasApi: boolean): QuickJSHandle {
    const engine = this.#engine
    const { calls, logLength, requestLength, resultLength } = this.#limits
    const door = engine.newObject()
    const put = (name: string, use: (...args: QuickJSHandle[]) => QuickJSHandle) =>
      engine.setProp(door, name, engine.newFunction(name, use))
    put('log', (text) => {
      this.#say({ kind: 'log', text: this.#read(text, logLength) })
      return engine.undefined
    })
    put('end', (ok, text) => {
      this.#end(engine.dump(ok!) === true, this.#read(text, resultLength))
      return engine.undefined
    })
    if (!hasApi) return door
    put('call', (text) => {
      if (this.#calls >= calls) throw new Error(`At most ${calls} calls in one run`)
      if (this.#lengthOf(text) > requestLength) throw new Error(`A call sends at most ${requestLength} characters`)
      this.#say({ kind: 'call', call: this.#calls, text: engine.getString(text!) })
      return engine.newNumber(this.#calls++)
    })
    return door
  }

  #callInside(what: string, ...args: QuickJSHandle[]): void {
    this.#call(this.#engine.getProp(this.#inside!, what), ...args)
  }

  #call(use: QuickJSHandle, ...args: QuickJSHandle[]): QuickJSHandle {
    const engine = this.#engine
    return engine.unwrapResult(engine.callFunction(use, engine.undefined, ...args))
  }

  /** Reads JSON text written by the prelude, in which a character may take six. */
  #read(json: QuickJSHandle | undefined, longest: number): string {
    if (this.#lengthOf(json) > 6 * longest + 2) throw new Error('That is longer than the prelude writes')
    const text: unknown = JSON.parse(this.#engine.getString(json!))
    if (typeof text !== 'string') throw new Error('That is not what the prelude writes')
    return text
  }

  /** Checked before a string is copied out of the engine. */
  #lengthOf(handle: QuickJSHandle | undefined): number {
    if (!handle || this.#engine.typeof(handle) !== 'string') throw new Error('That is not a text')
    return this.#engine.getNumber(this.#engine.getProp(handle, 'length'))
  }
}
