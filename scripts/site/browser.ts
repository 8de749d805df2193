// The script of the pages: search, versions, and buttons that copy. It runs without a server, and from files.
import { contentsOf, foundIn, listing, partsOf } from '../../packages/host/src/pages/docs/listing.ts'
import { searchGuides, searchOperations, wordsOf } from '../../packages/host/src/pages/docs/search-docs.ts'
import { withFiles } from './addresses.ts'
import type { SearchIndex } from './search-index.ts'

/** What the scripts beside the pages set. */
interface Given {
  readonly plinthVersions?: readonly string[]
  readonly plinthSearch?: SearchIndex
  readonly plinthPages?: readonly string[]
}

const given = globalThis as Given
/** The folder of this version. */
const base = new URL('..', (document.currentScript as HTMLScriptElement).src)

showVersions()
showCopying()
const results = document.querySelector('#docs-results')
if (results) search(results)

/** Finds while somebody types, and what the address asks for. */
function search(results: Element): void {
  const field = document.querySelector<HTMLInputElement>('#docs-search')!
  const everything = results.innerHTML
  const aside = document.querySelector('aside')!
  const contents = aside.innerHTML
  field.addEventListener('input', () => void find())
  field.form!.addEventListener('submit', (event) => event.preventDefault())
  field.value = new URLSearchParams(location.search).get('q') ?? ''
  if (field.value !== '') void find()

  async function find(): Promise<void> {
    if (!given.plinthSearch) await load(new URL('search.js', base))
    const asked = field.value.trim()
    const words = wordsOf(asked)
    const { shelves, operations, texts } = given.plinthSearch!
    const listed = {
      search: asked,
      shelves: shelves.map((shelf) => ({ ...shelf, guides: searchGuides(shelf.guides, words) })),
      operations: searchOperations(operations, words),
    }
    const parts = partsOf(listed)
    const here = (markup: string) => withFiles(markup, (file) => file)
    results.innerHTML = asked === '' ? everything : here(listing(parts, { search: asked, texts }).markup)
    aside.innerHTML = asked === '' ? contents : contentsOf(parts, texts).markup
    document.querySelector('#docs-found')!.textContent = foundIn(listed, texts)
    history.replaceState(null, '', asked === '' ? location.pathname : `?q=${encodeURIComponent(asked)}`)
  }
}

/** A choice of the versions that are there. */
function showVersions(): void {
  const place = document.querySelector<HTMLElement>('#docs-version')!
  const current = place.dataset['version']!
  const versions = given.plinthVersions ?? []
  if (versions.length < 2) return
  const select = document.createElement('select')
  select.setAttribute('aria-label', 'Version')
  select.append(...versions.map((version) => new Option(version, version, false, version === current)))
  select.addEventListener('change', () => void goTo(select.value))
  place.replaceChildren(select)
}

/** Goes to the same page of another version, or to its first one. */
async function goTo(version: string): Promise<void> {
  const other = new URL(`../${version}/`, base)
  await load(new URL('pages.js', other))
  const page = decodeURIComponent(location.pathname.slice(base.pathname.length))
  location.assign(new URL(given.plinthPages?.includes(page) ? page : 'index.html', other))
}

function showCopying(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    // Browsers have no clipboard for pages without TLS.
    button.hidden = !('clipboard' in navigator)
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(document.getElementById(button.dataset['copy']!)!.textContent!)
      button.textContent = button.dataset['copied']!
    })
  }
}

function load(url: URL): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = url.href
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new Error(`${url.href} could not be loaded`)))
    document.head.append(script)
  })
}
