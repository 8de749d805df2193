import { badInput, notFound } from '@plinth/core'
import type { z } from 'zod'

/** 404 as the catalog publishes it (section 5). */
export const productNotFound = () => notFound('Catalog product')
export const categoryNotFound = () => notFound('Catalog category')
export const variantNotFound = () => notFound('Catalog variant')
export const priceNotFound = () => notFound('Catalog price')

/** Words a missing or malformed id as published (section 5.5 of the auth contract). */
export function toIdRefusal(error: z.ZodError) {
  const issue = error.issues.find(({ path }) => path[0] === 'id')
  const message = !issue ? 'Invalid input' : issue.code === 'invalid_type' ? 'ID is required' : 'Invalid id'
  return badInput(message, { details: error.issues })
}
