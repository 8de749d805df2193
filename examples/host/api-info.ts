import type { ApiInfo } from '@plinth/core/http'

/** Title and version of this host's API. The version is that of the published API. */
export const apiInfo: ApiInfo = { title: 'Plinth', version: '0.4.10' }
