export { createProduct, type CreateOptions, type Template } from './create-product.ts'
