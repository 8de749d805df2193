import { trusted } from '@plinth/core/http'

/** The Plinth logo: a column on its base. */
export const mark = trusted(
  '<svg viewBox="0 0 28 28" fill="currentColor" aria-hidden="true">' +
    '<rect x="3" y="22" width="22" height="4" rx="1"/><rect x="6" y="17" width="16" height="4" rx="1"/>' +
    '<rect x="9.5" y="6" width="2" height="10" rx="1"/><rect x="13" y="6" width="2" height="10" rx="1"/>' +
    '<rect x="16.5" y="6" width="2" height="10" rx="1"/><rect x="7" y="2" width="14" height="3" rx="1"/></svg>',
)

/** The logo as the icon of a window. */
export const icon = `data:image/svg+xml,${encodeURIComponent(
  mark.markup.replace('fill="currentColor" aria-hidden="true"', 'xmlns="http://www.w3.org/2000/svg" fill="#5470e8"'),
)}`
