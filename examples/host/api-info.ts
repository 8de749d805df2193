import type { ApiInfo } from '@plinth/core/http'

/** The interface that this host serves; the published one has this version. */
export const apiInfo: ApiInfo = { title: 'Plinth', version: '0.4.10' }
