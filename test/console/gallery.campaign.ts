import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from './_axe.ts'
import { layoutFaultsOf, WIDTHS } from './_look.ts'
import { heading, openVisits } from './_visit.ts'

let opened: Awaited<ReturnType<typeof openVisits>>
beforeAll(async () => {
  opened = await openVisits()
}, 120_000)
afterAll(() => opened[Symbol.asyncDispose]())

test('every component is accessible in both themes, and fits every width', { timeout: 120_000 }, async () => {
  await using visited = await opened.visit('/gallery', { viewport: { width: 1280, height: 900 } })
  const { page } = visited
  await heading(page, 'Components')
  const faults: string[] = []
  const folder = process.env['SCREENSHOTS']
  for (const show of ['', '?show=drawer', '?show=box', '?show=confirm', '?show=form']) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(`${opened.host.url}/backend/gallery${show}`)
    for (const part of ['form#gallery', '.search >> nth=1', 'table', ...(show ? ['dialog[open] h2'] : [])])
      await page.locator(part).first().waitFor()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      faults.push(...(await layoutFaultsOf(page)).map((fault) => `${show} ${width}: ${fault}`))
      if (width !== 360 && width !== 1280) continue
      for (const theme of ['light', 'dark']) {
        await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme)
        // A theme changes colours and nothing else.
        const rules = theme === 'dark' ? ['color-contrast'] : undefined
        faults.push(...(await violationsOf(page, rules)).map((fault) => `${show} ${width} ${theme}: ${fault}`))
        const path = `${folder}/gallery${show.slice(6)}-${width}-${theme}.png`
        if (folder) await page.screenshot({ path, fullPage: show === '' })
      }
    }
  }
  expect(faults).toEqual([])
})
