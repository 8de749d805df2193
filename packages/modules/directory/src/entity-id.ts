import type { Scope } from '@plinth/core'
import { z } from 'zod'

/** An id in requests, in the format of the database. */
export const EntityId = z.uuid().toLowerCase()

/** Whether the text has the format of an id. The database rejects comparisons with anything else. */
export const isId = (text: string): boolean => EntityId.safeParse(text).success

/** The id that no tenant has. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000'

/** False if the caller acts in no tenant. */
export const hasTenant = ({ tenantId }: Scope): boolean => tenantId !== NIL_ID
