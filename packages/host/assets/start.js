const element = document.getElementById('reference')

/** Every word has to be found in what an operation shows: its tag, method, path, summary or id. */
function opsFilter(groups, phrase) {
  const words = phrase.toLowerCase().split(/\s+/)
  const fits = (tag) => (operation) => {
    const { method, path } = operation.toObject()
    const { summary = '', operationId = '' } = operation.get('operation').toObject()
    const shown = [tag, method, path, summary, operationId].join(' ').toLowerCase()
    return words.every((word) => shown.includes(word))
  }
  return groups
    .map((group, tag) => group.update('operations', (operations) => operations.filter(fits(tag))))
    .filter((group) => group.get('operations').size > 0)
}

/** Names of what the bundle leaves without one, or with one that its text contradicts. */
const NAMES = [
  ['select#servers', 'Server'],
  ['textarea:not([aria-label])', 'Body of the request'],
  ['.copy-to-clipboard button', 'Copy'],
  ['.close-modal', 'Close'],
  ['.modal-btn.authorize[type=submit]', 'Authorize: apply credentials'],
  ['.modal-btn.authorize[type=button]', 'Logout: remove credentials'],
  ['.btn-done', 'Close'],
]
new MutationObserver(() => {
  for (const [selector, name] of NAMES)
    for (const one of element.querySelectorAll(selector)) one.setAttribute('aria-label', name)
  // The page has a heading of the first level, and the next one in here is of the third.
  element.querySelector('h1.title')?.setAttribute('aria-level', '2')
}).observe(element, { childList: true, subtree: true })

/**
 * A filter of operations, and no link within the button that opens one. The layout is that of the bundle without its main element,
 * since the page has one.
 */
function operations({ React: { createElement } }) {
  const Reference = ({ specSelectors, getComponent }) => {
    const part = (name) => createElement(getComponent(name, true))
    const row = (name, className) => createElement('div', { className: `wrapper ${className}` }, part(name))
    const isRead = specSelectors.loadingStatus() !== 'loading' && specSelectors.specStr() !== ''
    const column = { className: 'schemes wrapper' }
    return createElement(
      'div',
      { className: 'swagger-ui' },
      createElement(getComponent('SvgAssets')),
      part('errors'),
      isRead && row('InfoContainer', 'information-container'),
      isRead &&
        createElement(
          'div',
          { className: 'scheme-container' },
          createElement('section', column, part('ServersContainer'), part('AuthorizeBtnContainer')),
        ),
      isRead && part('FilterContainer'),
      isRead && row('operations', ''),
    )
  }
  return {
    fn: { opsFilter },
    components: { Reference },
    wrapComponents: {
      OperationSummaryPath:
        () =>
        ({ operationProps }) => {
          const path = operationProps.get('path')
          const parts = path.split(/(?=\/)/g).flatMap((part, at) => [createElement('wbr', { key: at }), part])
          const deprecated = operationProps.get('deprecated') ? '__deprecated' : ''
          return createElement(
            'span',
            { className: `opblock-summary-path${deprecated}`, 'data-path': path },
            createElement('span', { className: 'nostyle' }, parts),
          )
        },
      FilterContainer:
        () =>
        ({ layoutSelectors, layoutActions, getComponent }) => {
          const filter = layoutSelectors.currentFilter()
          return createElement(
            'div',
            { className: 'filter-container' },
            createElement(
              getComponent('Col'),
              { className: 'filter wrapper', mobile: 12 },
              createElement('input', {
                className: 'operation-filter-input',
                type: 'search',
                placeholder: 'Filter operations: a path, a method, a word',
                'aria-label': 'Filter operations',
                onChange: ({ target }) => layoutActions.updateFilter(target.value),
                value: typeof filter === 'string' ? filter : '',
              }),
            ),
          )
        },
    },
  }
}

window.SwaggerUIBundle({
  domNode: element,
  url: element.dataset.spec,
  plugins: [operations],
  layout: 'Reference',
  deepLinking: true,
  docExpansion: 'list',
  filter: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: -1,
  defaultModelExpandDepth: 2,
  defaultModelRendering: 'example',
  // The public validator would be told the address and the content of the document.
  validatorUrl: null,
  syntaxHighlight: { activated: true, theme: 'nord' },
})
