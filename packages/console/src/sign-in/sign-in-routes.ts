import type { H3Event } from 'h3'
import type { ConsolePlatform } from '../console-platform.ts'
import { call, html, localeOf, readForm, redirect, scriptedHtml } from './api-call.ts'
import { ssoMessage } from './factor-page.ts'
import { followPassword, followProvider, hasPendingLink, linkIdentity, mountFactors } from './factor-routes.ts'
import { localPath } from '../local-path.ts'
import { loginPage, type LoginPage } from './login-page.ts'
import { logoutPage } from './logout-page.ts'
import { passwordProblem, passwordRules } from './password-rules.ts'
import { newPasswordPage, resetPage } from './reset-page.ts'
import type { PageRoutes } from './page-routes.ts'
import type { PageSettings } from './settings.ts'
import { textsFor } from './texts.ts'

/**
 * The public pages of a back office. They have no rights or logic of their own: each form is submitted to the published API as
 * any other client would do, and the response becomes a page or a redirect.
 */
export function mountSignIn(web: PageRoutes, platform: ConsolePlatform, settings: PageSettings): void {
  const { brand, homePath, signsUp, passwordPolicy } = settings
  const hasSso = platform.modules.some(({ id }) => id === 'sso')
  const viewOf = (event: H3Event) => ({ locale: localeOf(event), brand, homePath, links: hasPendingLink(event) })
  const login = (page: LoginPage) => loginPage({ ...page, signsUp, takesPasskeys: true, hasSso })
  const showLogin = (page: LoginPage, status = 200, answer?: Response) => scriptedHtml(login(page), status, answer)
  mountFactors(web, platform, {
    viewOf,
    loginWith: (event, error, form) => showLogin({ ...viewOf(event), error, ...typedIn(form) }, 401),
  })
  const newPassword = (event: H3Event) => {
    const view = viewOf(event)
    return { ...view, token: tokenOf(event), rules: passwordRules(passwordPolicy, view.locale) }
  }
  web.get('/login', async (event) => {
    const { searchParams } = event.url
    const following = await followProvider(platform, event, viewOf(event))
    if (following) return following
    // A visitor who follows the login link of a tenant may want to use an account other than the current one.
    if (!searchParams.has('tenant') && (await isSignedIn(platform, event)))
      return redirect(localPath(searchParams.get('redirect'), homePath))
    const error = ssoMessage(searchParams.get('error'), localeOf(event))
    return showLogin({
      ...viewOf(event),
      ...(error !== undefined && { error }),
      ...optional('redirect', searchParams.get('redirect')),
      ...optional('tenantId', searchParams.get('tenant')),
    })
  })
  web.post('/login', async (event) => {
    const form = await readForm(event)
    const answer = await call(platform, event, { path: '/auth/login', form })
    if (answer.status === 200) {
      await linkIdentity(platform, event, answer)
      return redirect(localPath(form.get('redirect'), homePath), answer)
    }
    const target = form.get('redirect')
    const following = await followPassword(platform, event, { answer, view: viewOf(event), target })
    if (following) return following
    const page = { ...viewOf(event), error: await errorOf(answer, event), email: form.get('email') ?? '' }
    return showLogin(
      { ...page, ...optional('redirect', target), ...optional('tenantId', form.get('tenantId')) },
      answer.status,
    )
  })
  web.get('/logout', (event) => html(logoutPage(viewOf(event))))
  web.post('/logout', async (event) => {
    const answer = await call(platform, event, { path: '/auth/logout' })
    return answer.status === 403 ? answer : redirect('/login', answer)
  })
  web.get('/reset', (event) => html(resetPage(viewOf(event))))
  web.post('/reset', async (event) => {
    const form = await readForm(event)
    const answer = await call(platform, event, { path: '/auth/reset', form })
    const view = viewOf(event)
    if (answer.status === 200) return html(resetPage({ ...view, sent: true }))
    return html(
      resetPage({ ...view, error: await errorOf(answer, event), email: form.get('email') ?? '' }),
      answer.status,
    )
  })
  web.get('/reset/:token', (event) => html(newPasswordPage(newPassword(event))))
  web.post('/reset/:token', async (event) => {
    const form = await readForm(event)
    form.set('token', tokenOf(event))
    const answer = await call(platform, event, { path: '/auth/reset/confirm', form })
    if (answer.status === 200) return showLogin({ ...viewOf(event), passwordChanged: true })
    const problem = passwordProblem(passwordPolicy, form.get('password') ?? '', localeOf(event))
    const wrong = problem === undefined ? { error: await errorOf(answer, event) } : { problem }
    return html(newPasswordPage({ ...newPassword(event), ...wrong }), answer.status)
  })
}

/** Whether the browser has a valid login. */
async function isSignedIn(platform: ConsolePlatform, event: H3Event): Promise<boolean> {
  if (!event.req.headers.has('cookie')) return false
  const answer = await call(platform, event, { path: '/auth/profile', method: 'GET' })
  return answer.status === 200
}

async function errorOf(answer: Response, event: H3Event): Promise<string> {
  const { error } = (await answer.json()) as { error?: string }
  return error ?? textsFor(localeOf(event)).wentWrong
}

const typedIn = (form: URLSearchParams | undefined) => ({
  ...optional('email', form?.get('email') ?? null),
  ...optional('redirect', form?.get('redirect') ?? null),
  ...optional('tenantId', form?.get('tenantId') ?? null),
})

const tokenOf = (event: H3Event) => event.context.params?.['token'] ?? ''

const optional = <K extends string>(key: K, value: string | null) =>
  value === null ? {} : ({ [key]: value } as Record<K, string>)
