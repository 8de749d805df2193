import axe from 'axe-core'
import type { Page } from 'playwright-core'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * What axe finds wrong with a page by rules or tags of rules. It is evaluated, once, rather than added as a script, which the policy
 * forbids.
 */
export async function violationsOf(page: Page, runOnly = RULES): Promise<readonly string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source)
  return page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(document, { runOnly })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => `${id} ${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
    )
  }, runOnly)
}
