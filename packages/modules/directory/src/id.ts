import type { Scope } from '@plinth/core'
import { z } from 'zod'

/** An identifier as callers send it, in the spelling of the database. */
export const EntityId = z.uuid().toLowerCase()

/** Whether the text can be the id of anything; the database refuses to compare what cannot. */
export const isId = (text: string): boolean => EntityId.safeParse(text).success

const NIL_ID = '00000000-0000-0000-0000-000000000000'

/** False for whoever acts in no tenant at all. */
export const hasTenant = ({ tenantId }: Scope): boolean => tenantId !== NIL_ID
