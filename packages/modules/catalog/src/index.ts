// The module
export { catalog } from './module.ts'

// What others may name
export { catalogTag, events, features } from './contract.ts'
export { Category, Price, Product, Variant } from './entities.ts'

// Commands
export { createCategory } from './commands/create-category.ts'
export { createPrice } from './commands/create-price.ts'
export { createProduct } from './commands/create-product.ts'
export { createVariant } from './commands/create-variant.ts'
export { deleteCategory } from './commands/delete-category.ts'
export { deletePrice } from './commands/delete-price.ts'
export { deleteProduct } from './commands/delete-product.ts'
export { deleteProductsInBulk } from './commands/delete-products-in-bulk.ts'
export { deleteVariant } from './commands/delete-variant.ts'
export { startBulkDelete } from './commands/start-bulk-delete.ts'
export { updateCategory } from './commands/update-category.ts'
export { updatePrice } from './commands/update-price.ts'
export { updateProduct } from './commands/update-product.ts'
export { updateVariant } from './commands/update-variant.ts'
