import { definePasswordPolicy } from '@plinth/auth'
import { H3 } from 'h3'
import type { ConsolePlatform } from '../console-platform.ts'
import { collectRoutes, type PageRoute } from './page-routes.ts'
import type { SignInSettings } from './settings.ts'
import { mountSignIn } from './sign-in-routes.ts'
import { mountSignUp } from './sign-up-routes.ts'

/** A fetch handler; it returns undefined for URLs other than those of the sign-in pages. */
export interface SignInPages {
  (request: Request): Promise<Response | undefined>
  /** The same pages as routes of h3, for a host that counts and logs each route. */
  readonly routes: readonly PageRoute[]
}

/**
 * The pages of sign-in, second factors, single sign-on, reset of passwords and sign-up, at `/login`, `/logout`, `/reset` and
 * `/onboarding`. They work without JavaScript, submit what people enter to the published API, and have no rights of their own.
 *
 * @example
 * const signIn = signInPages(platform, { brand: 'Acme' })
 * app.use(async (c, next) => (await signIn(c.req.raw)) ?? next())
 */
export function signInPages(platform: ConsolePlatform, settings: SignInSettings = {}): SignInPages {
  const {
    homePath = '/backend',
    signsUp = platform.modules.some(({ id }) => id === 'onboarding'),
    passwordPolicy = definePasswordPolicy(),
  } = settings
  const all = { ...settings, homePath, signsUp, passwordPolicy }
  const routes = collectRoutes((web) => {
    mountSignIn(web, platform, all)
    if (signsUp) mountSignUp(web, platform, all)
  })
  const web = new H3({ allowMalformedURL: true })
  for (const { method, path, handler } of routes) {
    web.on(method, path, handler)
    if (method === 'GET') web.on('HEAD', path, handler)
  }
  const known = routes.map(({ method, path }) => ({ method, pattern: toPattern(path) }))
  const handle = async (request: Request) => {
    const { pathname } = new URL(request.url)
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const isKnown = known.some((route) => route.method === method && route.pattern.test(pathname))
    return isKnown ? web.fetch(request) : undefined
  }
  return Object.assign(handle, { routes })
}

const toPattern = (path: string) => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}/?$`)
