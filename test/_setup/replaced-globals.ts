import { getRequestListener } from '@hono/node-server'

/** Replaces the global `Request` and `Response` as Hono's adapter for Node does, until it is disposed. */
export function replaceGlobals(): Disposable {
  const { Request, Response } = globalThis
  getRequestListener(() => new globalThis.Response())
  return {
    [Symbol.dispose]() {
      Object.defineProperties(globalThis, { Request: { value: Request }, Response: { value: Response } })
    },
  }
}
