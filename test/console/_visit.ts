import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { launchChromium } from '../_setup/chromium.ts'
import { openConsole } from './_console.ts'

interface Named {
  readonly id: string
  readonly name?: string
  readonly title?: string
  readonly isActive?: boolean
  readonly widgetId?: string
  readonly idleMinutes?: number | null
}

/** What the tests read of answers. */
interface Answer {
  readonly id: string
  readonly items: readonly Named[]
  readonly layout: { readonly items: readonly Named[] }
  readonly widgets: readonly Named[]
}

/** The console, and a browser to visit it with. */
export async function openVisits() {
  const opened = new AsyncDisposableStack()
  const [host, browser] = await Promise.all([openConsole(), launchChromium()])
  opened.use(host)
  opened.adopt(browser, (started) => started.close())
  return {
    host,
    visit: (path: string, options?: VisitOptions) => visitConsole({ host, browser }, path, options),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
export const toast = (page: Page) => page.getByRole('region', { name: 'Messages' })

interface Opened {
  readonly host: Awaited<ReturnType<typeof openConsole>>
  readonly browser: Browser
}

type VisitOptions = BrowserContextOptions & { readonly email?: string }

/** A signed-in browser on a page of the console. Errors of scripts and violations of the policy fail the test at the end. */
async function visitConsole({ host, browser }: Opened, path: string, options: VisitOptions = {}) {
  const { email, ...contextOptions } = options
  const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce', ...contextOptions })
  await host.logIn(context, email)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // An answer that is no success, or none, as while the browser is offline.
    const isAnswer = /the server responded with a status of|ERR_INTERNET_DISCONNECTED/.test(message.text())
    if (message.type() === 'error' && !isAnswer) complaints.push(message.text())
  })
  await page.goto(`${host.url}/backend${path}`)
  return {
    page,
    context,
    /** What an API client with the same login answers. */
    ask: async (method: string, route: string, data?: object) => {
      const answer = await context.request.fetch(`${host.url}/api${route}`, { method, ...(data && { data }) })
      return (await answer.json()) as Answer
    },
    async [Symbol.asyncDispose]() {
      await context.close()
      expect(complaints).toEqual([])
    },
  }
}
