import type { EventHandler } from 'h3'

/** Takes the handlers of pages. HEAD is answered like GET. */
export interface PageRoutes {
  get(path: string, handler: EventHandler): void
  post(path: string, handler: EventHandler): void
}

/** A page, or the target of one of its forms. */
export interface PageRoute {
  readonly method: 'GET' | 'POST'
  /** With parameters, such as `/reset/:token`. */
  readonly path: string
  readonly handler: EventHandler
}

/** The routes that `mount` adds. */
export function collectRoutes(mount: (web: PageRoutes) => void): readonly PageRoute[] {
  const routes: PageRoute[] = []
  const add = (method: PageRoute['method']) => (path: string, handler: EventHandler) =>
    void routes.push({ method, path, handler })
  mount({ get: add('GET'), post: add('POST') })
  return routes
}
