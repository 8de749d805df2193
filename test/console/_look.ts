import type { Page } from 'playwright-core'

/** The widths that pages are looked at: a phone, a tablet, a laptop, a large screen. */
export const WIDTHS = [360, 768, 1280, 1920]

/** Longer words may be broken. */
const LONGEST_WORD = 24

/**
 * What does not fit at the current width: a page that scrolls sideways, words that are broken within, texts that are cut off
 * without an ellipsis, in controls too, and controls that lie on each other.
 */
export async function layoutFaultsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(async (longest) => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const faults: string[] = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} px wide`)
    const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('main')!
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    const nameOf = (element: Element) =>
      `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> ${(element.textContent ?? '').trim().slice(0, 40)}`

    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement!
      if (!isShown(parent) || parent.closest('.hidden, .mono, pre') || getComputedStyle(parent).hyphens === 'auto')
        continue
      for (const { 0: word, index } of node.textContent!.matchAll(/[^\s-]{2,}/gu)) {
        if (word.length > longest) continue
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
          faults.push(`“${word}” is broken in ${nameOf(parent)}`)
      }
    }

    for (const element of root.querySelectorAll<HTMLElement>('*')) {
      const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(element)
      const cuts = overflowX === 'hidden' || overflowX === 'clip'
      const says = textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
      if (cuts && !says && !element.matches('.hidden, input, select, textarea, svg, svg *') && isShown(element))
        if (element.scrollWidth > element.clientWidth + 1) faults.push(`cut off: ${nameOf(element)}`)
    }

    // The browser does not tell that a control cuts its text off, whatever is chosen, or what it asks for while it is empty.
    const pen = document.createElement('canvas').getContext('2d')!
    for (const control of root.querySelectorAll<HTMLInputElement | HTMLSelectElement>('select, input')) {
      const style = getComputedStyle(control)
      if (!isShown(control) || control.closest('.hidden')) continue
      pen.font = style.font
      const text = 'placeholder' in control ? control.placeholder : (control.selectedOptions[0]?.label ?? '')
      const room = control.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
      if (text.length <= longest && pen.measureText(text).width > room + 1)
        faults.push(`“${text}” is cut off in ${nameOf(control)}`)
    }

    // Nor does it tell the lines of the labels that style sheets put before cells.
    for (const cell of root.querySelectorAll<HTMLElement>('[data-label]')) {
      const [label, { display, gridTemplateColumns }] = [getComputedStyle(cell, '::before'), getComputedStyle(cell)]
      if (display !== 'grid' || label.content === 'none' || label.display === 'none' || !isShown(cell)) continue
      pen.font = label.font
      const room = Number.parseFloat(gridTemplateColumns)
      for (const [word] of cell.dataset['label']!.matchAll(/[^\s-]{2,}/gu))
        if (word.length <= longest && label.hyphens !== 'auto' && pen.measureText(word).width > room + 1)
          faults.push(`“${word}” is broken before ${nameOf(cell)}`)
    }

    const controls = [...root.querySelectorAll('a, button, input, select, textarea, summary')].filter(
      (element) => isShown(element) && !element.closest('.hidden, .toasts'),
    )
    const placeOf = (element: Element) => {
      let { left, right, top, bottom } = element.getBoundingClientRect()
      for (let outer = element.parentElement; outer; outer = outer.parentElement) {
        if (getComputedStyle(outer).overflowY === 'visible') continue
        const frame = outer.getBoundingClientRect()
        ;[left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)]
        ;[top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)]
      }
      return { left, right, top, bottom }
    }
    const places = controls.map(placeOf)
    for (const [index, one] of controls.entries())
      for (let other = index + 1; other < controls.length; other++) {
        const [a, b, second] = [places[index]!, places[other]!, controls[other]!]
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
        if (width > 3 && height > 3 && !one.contains(second) && !second.contains(one))
          faults.push(`${nameOf(one)} lies on ${nameOf(second)}`)
      }
    return faults.slice(0, 5)
  }, LONGEST_WORD)
}
