import { z } from 'zod'

/** An identifier as callers send it, in the spelling of the database. */
export const EntityId = z.uuid().toLowerCase()

/** Whether the text can be the id of anything; the database refuses to compare what cannot. */
export const isId = (text: string): boolean => EntityId.safeParse(text).success
