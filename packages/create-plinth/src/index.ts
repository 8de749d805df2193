export { createProduct, type CreateOptions } from './create-product.ts'
