// Module
export { catalog } from './module.ts'

// Contract
export { catalogTag, events, features } from './contract.ts'
export { Category, Price, Product, Variant } from './entities.ts'

// Commands
export { createProduct } from './commands/create-product.ts'
export { deleteCategory } from './commands/delete-category.ts'
export { deleteProduct } from './commands/delete-product.ts'
export { deleteProductsInBulk } from './bulk-deletion/delete-products-in-bulk.ts'
export { deleteVariant } from './commands/delete-variant.ts'
export { startBulkDelete } from './bulk-deletion/start-bulk-delete.ts'
export { updateProduct } from './commands/update-product.ts'
export { createCategory, updateCategory } from './resources/categories.ts'
export { createPrice, deletePrice, updatePrice } from './resources/prices.ts'
export { createVariant, updateVariant } from './resources/variants.ts'
