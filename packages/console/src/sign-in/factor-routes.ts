import type { H3Event } from 'h3'
import type { ConsolePlatform } from '../console-platform.ts'
import { call, html, readForm, redirect, scriptedHtml } from './api-call.ts'
import { factorPage, factorSetupPage, recoveryCodesPage, ssoPage } from './factor-page.ts'
import { factorTextsFor } from './factor-texts.ts'
import { pageHeaders, type SignInView } from './layout.ts'
import { localPath } from '../local-path.ts'
import type { PageRoutes } from './page-routes.ts'
import { passkeyScript } from './passkey-script.ts'

/** The API's response to a password that is correct but not sufficient. */
interface FactorAnswer {
  readonly code?: string
  readonly error?: string
  readonly challenge?: string
  readonly factors?: readonly string[]
  readonly redirect?: string
}

interface FactorSettings {
  readonly viewOf: (event: H3Event) => SignInView
  /** The sign-in form, with the message of a sign-in that has expired. */
  /** The page of the sign-in with an error and with what the form had. */
  readonly loginWith: (event: H3Event, error: string, form?: URLSearchParams) => Response
}

/** Mounts the pages of second factors. Like the others, they submit what people enter to the published API. */
export function mountFactors(web: PageRoutes, platform: ConsolePlatform, { viewOf, loginWith }: FactorSettings): void {
  web.get('/login/passkey.js', () => {
    const headers = { ...pageHeaders, 'content-type': 'text/javascript; charset=utf-8' }
    return new Response(passkeyScript, { headers })
  })
  web.post('/login/sso', async (event) => {
    const form = await readForm(event)
    const { locale } = viewOf(event)
    const email = form.get('email')?.trim() ?? ''
    if (email === '') return loginWith(event, factorTextsFor(locale).ssoEmail, form)
    const answer = await call(platform, event, { path: '/sso/discover', json: { email } })
    const { connection } = (answer.status === 200 ? await answer.json() : { connection: null }) as {
      connection: { url: string } | null
    }
    if (!connection) return loginWith(event, factorTextsFor(locale).ssoNone, form)
    const target = form.get('redirect')
    const url = target === null ? connection.url : `${connection.url}?redirect=${encodeURIComponent(target)}`
    return html(ssoPage({ ...viewOf(event), url }))
  })
  web.post('/login/factor', async (event) => {
    const form = await readForm(event)
    const [challenge, code] = [form.get('challenge') ?? '', form.get('code') ?? '']
    const answer = await call(platform, event, { path: '/auth/login/verify', json: { challenge, code } })
    if (answer.status === 200) {
      await linkIdentity(platform, event, answer)
      return redirect(localPath(form.get('redirect'), viewOf(event).homePath), answer)
    }
    const { error = '', code: reason, redirect: elsewhere } = (await answer.clone().json()) as FactorAnswer
    if (elsewhere) return html(ssoPage({ ...viewOf(event), url: localPath(elsewhere, '/login') }), 200, answer)
    if (reason === 'challenge_void') return loginWith(event, error)
    const factors = (form.get('factors') ?? '').split(' ')
    const page = factorPage({ ...viewOf(event), challenge, factors, error, ...redirectOf(form) })
    return scriptedHtml(page, answer.status, answer)
  })
  web.post('/login/factor/setup', async (event) => {
    const form = await readForm(event)
    const value = (name: string) => form.get(name) ?? ''
    const [challenge, enrollment] = [value('challenge'), value('enrollment')]
    const json = { challenge, enrollment, code: value('code') }
    const answer = await call(platform, event, { path: '/auth/login/verify', json })
    const body = (await answer.clone().json()) as FactorAnswer & { readonly recoveryCodes?: readonly string[] }
    if (answer.status === 200) {
      await linkIdentity(platform, event, answer)
      const target = localPath(form.get('redirect'), viewOf(event).homePath)
      const { recoveryCodes: codes } = body
      return codes
        ? html(recoveryCodesPage({ ...viewOf(event), codes, redirect: target }), 200, answer)
        : redirect(target, answer)
    }
    const { error = '', code: reason } = body
    if (reason === 'challenge_void') return loginWith(event, error)
    const shown = { challenge, enrollment, secret: value('secret'), error, ...redirectOf(form) }
    return html(factorSetupPage({ ...viewOf(event), ...shown }), answer.status, answer)
  })
}

/**
 * The page that follows a correct password if a second factor is needed; undefined for any other response. The same response
 * sets the cookie of the challenge.
 */
export async function followPassword(
  platform: ConsolePlatform,
  event: H3Event,
  { answer, view, target }: { readonly answer: Response; readonly view: SignInView; readonly target: string | null },
): Promise<Response | undefined> {
  const required = (await answer.clone().json()) as FactorAnswer
  const { code, redirect: elsewhere } = required
  if (code === 'sso_required' && elsewhere)
    return html(ssoPage({ ...view, url: localPath(elsewhere, '/login') }), 200, answer)
  return askForFactor(platform, event, { required, view, target, answer })
}

/**
 * The page that follows a sign-in through a provider if a second factor is needed; undefined if the URL of the sign-in page
 * names no challenge. The browser already has the cookie of the challenge.
 */
export async function followProvider(
  platform: ConsolePlatform,
  event: H3Event,
  view: SignInView,
): Promise<Response | undefined> {
  const { searchParams: query } = event.url
  const challenge = query.get('challenge')
  if (challenge === null) return undefined
  const required = { challenge, code: query.get('code') ?? '', factors: (query.get('factors') ?? '').split(' ') }
  return askForFactor(platform, event, { required, view, target: query.get('redirect') })
}

interface RequiredFactor {
  readonly required: FactorAnswer
  readonly view: SignInView
  readonly target: string | null
  /** The answer that sets the cookie of the challenge, if the browser does not have it yet. */
  readonly answer?: Response
}

async function askForFactor(
  platform: ConsolePlatform,
  event: H3Event,
  { required, view, target, answer }: RequiredFactor,
): Promise<Response | undefined> {
  const { code, challenge = '', factors = [] } = required
  const to = target === null ? {} : { redirect: localPath(target, view.homePath) }
  if (code === 'second_factor_required')
    return scriptedHtml(factorPage({ ...view, challenge, factors, ...to }), 200, answer)
  if (code !== 'second_factor_setup_required') return undefined
  const cookies = answer?.headers.getSetCookie().map((cookie) => cookie.split(';')[0]) ?? []
  const offered = await call(platform, event, {
    path: '/auth/login/enroll',
    json: { challenge },
    cookie: cookies.join('; '),
  })
  if (offered.status !== 200) return undefined
  const { enrollment, secret, svg } = (await offered.json()) as { enrollment: string; secret: string; svg: string }
  return html(factorSetupPage({ ...view, challenge, enrollment, secret, svg, ...to }), 200, answer)
}

const redirectOf = (form: URLSearchParams) => {
  const target = form.get('redirect')
  return target === null ? {} : { redirect: localPath(target, '/') }
}

/** Whether the browser came with an identity that is linked to an account once it has signed in to it. */
export const hasPendingLink = (event: H3Event): boolean =>
  /(?:^|;\s*)om_sso_link=/.test(event.req.headers.get('cookie') ?? '')

/**
 * If the browser came from a provider with an identity, links it to the account that has just signed in. If that is a different
 * account from the expected one, they are not linked.
 */
export async function linkIdentity(platform: ConsolePlatform, event: H3Event, answer: Response): Promise<void> {
  if (!hasPendingLink(event)) return
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  await call(platform, event, { path: '/sso/link', json: {}, cookie: cookies.join('; ') })
}
