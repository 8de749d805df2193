/** A pasted token or API key. Only here, so that it ends with these pages. */
let token = ''

const page = () => document.querySelector('#docs-page')

/** What a request is sent with: the pasted credential, otherwise the cookies of the browser. */
const credential = () =>
  token === ''
    ? { headers: {}, credentials: 'same-origin' }
    : {
        headers: token.startsWith('omk_') ? { 'x-api-key': token } : { authorization: `Bearer ${token}` },
        credentials: 'omit',
      }

/** Shows what only works with a script. */
function prepare() {
  for (const hidden of document.querySelectorAll('form.try, [data-copy]')) hidden.hidden = false
  const field = document.querySelector('[data-token]')
  if (field) field.value = token
}

let loading

/** Reads a page of the documentation; undefined if the server answers with anything else. */
async function read(url) {
  loading?.abort()
  loading = new AbortController()
  const response = await fetch(url, { ...credential(), signal: loading.signal })
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}

/** Goes to another page without leaving this one, which would forget the token. */
async function show(url) {
  const next = await read(url).catch(() => undefined)
  const content = next?.querySelector('#docs-page')
  if (!content) {
    if (next) location.assign(url)
    return
  }
  for (const image of content.querySelectorAll('img')) load(image)
  page().replaceWith(content)
  document.title = next.title
  shown = location.pathname + location.search
  prepare()
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (target) target.scrollIntoView()
  else scrollTo(0, 0)
  content.querySelector('main').focus({ preventScroll: true })
}

/** Loads an image with the token: the browser would ask for it without. */
async function load(image) {
  const source = image.getAttribute('src')
  image.removeAttribute('src')
  const response = await fetch(source, credential())
  if (response.ok) image.src = URL.createObjectURL(await response.blob())
}

function go(url) {
  history.pushState(null, '', url)
  return show(url)
}

const isDocs = (url) =>
  url.origin === location.origin && (url.pathname === '/docs' || url.pathname.startsWith('/docs/'))

document.addEventListener('click', (event) => {
  const copied = event.target.closest('[data-copy]')
  if (copied) return copy(copied)
  if (event.target.closest('[data-stop]')) return sending?.abort()
  const link = event.target.closest('a[href]')
  if (token === '' || !link || event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const url = new URL(link.href)
  if (!isDocs(url) || (url.pathname === location.pathname && url.hash !== '')) return
  event.preventDefault()
  go(url.href)
})

/** The page that is shown. */
let shown = location.pathname + location.search

addEventListener('popstate', () => {
  const now = location.pathname + location.search
  // Within a page, the browser does it.
  if (now !== shown) show(location.href)
})

let waiting

/** Finds while somebody types. */
document.addEventListener('input', ({ target }) => {
  if (target.matches('[data-token]')) token = target.value.trim()
  if (target.id !== 'docs-search' || !document.querySelector('#docs-results')) return
  clearTimeout(waiting)
  waiting = setTimeout(() => find(target.value), 150)
})

async function find(search) {
  const url = search.trim() === '' ? '/docs' : `/docs?q=${encodeURIComponent(search)}`
  const found = await read(url).catch(() => undefined)
  const [before, after] = [page(), found?.querySelector('#docs-page')].map(
    (one) => one && [...one.querySelectorAll('#docs-found, #docs-results, aside')],
  )
  if (after?.length !== before.length) return
  before.forEach((one, at) => one.replaceChildren(...after[at].childNodes))
  history.replaceState(null, '', url)
  shown = location.pathname + location.search
}

async function copy(button) {
  await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent)
  button.textContent = button.dataset.copied
}

document.addEventListener('submit', (event) => {
  const form = event.target
  if (form.matches('.try')) {
    event.preventDefault()
    send(form)
  } else if (form.matches('.search') && token !== '') {
    event.preventDefault()
    go(`/docs?q=${encodeURIComponent(form.elements.q.value)}`)
  }
})

let sending

/** Sends what a form says, and shows the response while it comes. */
async function send(form) {
  const outcome = form.querySelector('[data-outcome]')
  const answer = form.querySelector('[data-answer]')
  const headers = form.querySelector('[data-headers]')
  const stop = form.querySelector('[data-stop]')
  sending?.abort()
  const own = (sending = new AbortController())
  answer.hidden = headers.hidden = true
  stop.hidden = false
  outcome.textContent = form.dataset.sending
  const started = performance.now()
  try {
    const { url, ...init } = toRequest(form)
    const response = await fetch(url, { ...init, signal: own.signal })
    const milliseconds = Math.round(performance.now() - started)
    outcome.textContent = `${response.status} ${response.statusText} · ${milliseconds} ms`
    headers.querySelector('pre').textContent = [...response.headers].map((pair) => pair.join(': ')).join('\n')
    headers.hidden = answer.hidden = false
    await print(response, answer, form.dataset.cut)
  } catch (error) {
    if (sending === own) outcome.textContent = form.dataset.failed.replace('{reason}', () => error.message)
  } finally {
    if (sending === own) stop.hidden = true
  }
}

/** The request that a form describes. */
function toRequest(form) {
  const { headers, credentials } = credential()
  const { method } = form.dataset
  let path = form.dataset.path
  const query = new URLSearchParams()
  for (const { dataset, value } of form.querySelectorAll('[data-in]')) {
    const { in: place, name } = dataset
    if (place === 'path') path = path.replace(`{${name}}`, () => encodeURIComponent(value))
    else if (value !== '' && place === 'query') query.append(name, value)
    else if (value !== '' && place === 'header') headers[name] = value
  }
  const body = bodyOf(form, headers)
  return { url: path + (query.size > 0 ? `?${query}` : ''), method, headers, credentials, ...(body && { body }) }
}

function bodyOf(form, headers) {
  const part = form.querySelector('[data-body]')
  if (!part) return undefined
  const type = part.dataset.body
  if (part.matches('fieldset')) {
    const fields = type === 'multipart/form-data' ? new FormData() : new URLSearchParams()
    for (const { dataset, value, files } of part.querySelectorAll('[data-name]')) {
      if (files) for (const file of files) fields.append(dataset.name, file)
      else if (value !== '') fields.append(dataset.name, value)
    }
    // The browser sets the type, with the boundary of the parts.
    return fields
  }
  const field = part.querySelector('textarea, input')
  const body = field.files ? field.files[0] : field.value.trim()
  if (body) headers['content-type'] = type
  return body
}

/** Characters of a response that are shown. */
const MOST = 200_000

/** Shows a response as it comes: it may be a stream that never ends. */
async function print(response, answer, cut) {
  answer.textContent = ''
  const type = response.headers.get('content-type') ?? ''
  if (!response.body || !/json|text|xml|javascript/.test(type)) {
    const size = response.headers.get('content-length')
    await response.body?.cancel()
    answer.textContent = [type, size && `${size} bytes`].filter(Boolean).join(', ')
    answer.hidden = answer.textContent === ''
    return
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += part.value
    if (text.length > MOST) {
      await reader.cancel()
      answer.textContent = `${text.slice(0, MOST)}\n${cut}`
      return
    }
    answer.textContent = text
  }
  if (type.includes('json')) answer.textContent = pretty(text)
  answer.hidden = text === ''
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

prepare()
