import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violationsOf } from './_axe.ts'
import { layoutFaultsOf } from './_look.ts'

/** Where screenshots are kept, if anywhere. */
export const folder = process.env['SCREENSHOTS']

/** Looks at a page on a phone and a laptop, in both themes. */
export async function look(page: Page, name: string): Promise<void> {
  for (const width of [360, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      expect(await layoutFaultsOf(page), `${name} at ${width}`).toEqual([])
      expect(await violationsOf(page), `${name} at ${width}`).toEqual([])
      if (folder)
        await page.screenshot({
          path: `${folder}/${name}-${width}-${colorScheme}.png`,
          fullPage: true,
          caret: 'initial',
        })
    }
  await page.emulateMedia({ colorScheme: 'light' })
}
