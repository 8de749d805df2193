import { query } from '../lib/location.ts'

/** The query of the address, such as `{ open: '1' }`. A component that calls it is drawn again when it changes. */
export const useQuery = (): Readonly<Record<string, string | undefined>> => query.value
