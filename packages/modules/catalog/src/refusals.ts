import { notFound } from '@plinth/core'

/** 404 as the catalog publishes it. */
export const productNotFound = () => notFound('Catalog product')
export const categoryNotFound = () => notFound('Catalog category')
export const variantNotFound = () => notFound('Catalog variant')
export const priceNotFound = () => notFound('Catalog price')
