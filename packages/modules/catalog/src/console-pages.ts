import { consolePages, type LocalText } from '@plinth/points'
import { features } from './contract.ts'
import type { productTypes } from './fields.ts'

const group = { id: 'catalog', name: { en: 'Catalog', de: 'Katalog', es: 'Catálogo', pl: 'Katalog' } }

/** What the types of products are called. */
const productType: Readonly<Record<(typeof productTypes)[number], LocalText>> = {
  simple: { en: 'Simple', de: 'Einfach', es: 'Simple', pl: 'Prosty' },
  configurable: { en: 'Configurable', de: 'Konfigurierbar', es: 'Configurable', pl: 'Konfigurowalny' },
  virtual: { en: 'Virtual', de: 'Virtuell', es: 'Virtual', pl: 'Wirtualny' },
  downloadable: { en: 'Downloadable', de: 'Zum Herunterladen', es: 'Descargable', pl: 'Do pobrania' },
  bundle: { en: 'Bundle', de: 'Paket', es: 'Paquete', pl: 'Zestaw' },
  grouped: { en: 'Grouped', de: 'Gruppiert', es: 'Agrupado', pl: 'Grupowany' },
}

/** Pages of the console for products, what belongs to them, and categories. */
export const ownPages = consolePages.of(
  {
    path: 'catalog/products',
    resource: '/catalog/products',
    title: { en: 'Products', de: 'Produkte', es: 'Productos', pl: 'Produkty' },
    icon: 'box',
    group,
    access: features['products.view'],
    label: 'title',
    choices: { productType },
    columns: ['title', 'sku', 'productType', 'variantsCount', 'isActive', 'updatedAt'],
    groups: [
      {
        title: { en: 'Product', de: 'Produkt', es: 'Producto', pl: 'Produkt' },
        fields: ['title', 'subtitle', 'description', 'productType', 'isActive'],
      },
      {
        title: { en: 'Identification', de: 'Kennzeichnung', es: 'Identificación', pl: 'Identyfikacja' },
        fields: ['sku', 'handle', 'primaryCurrencyCode'],
      },
    ],
    order: 10,
  },
  {
    path: 'catalog/categories',
    resource: '/catalog/categories',
    title: { en: 'Categories', de: 'Kategorien', es: 'Categorías', pl: 'Kategorie' },
    icon: 'folder',
    group,
    access: features['categories.view'],
    columns: ['name', 'slug', 'parentId', 'productsCount', 'isActive'],
    references: { parentId: '/catalog/categories' },
    order: 20,
  },
  {
    path: 'catalog/variants',
    resource: '/catalog/variants',
    title: { en: 'Variants', de: 'Varianten', es: 'Variantes', pl: 'Warianty' },
    icon: 'tag',
    group,
    access: features['products.view'],
    columns: ['name', 'productId', 'sku', 'isDefault', 'isActive'],
    references: { productId: '/catalog/products' },
    order: 30,
  },
  {
    path: 'catalog/prices',
    resource: '/catalog/prices',
    title: { en: 'Prices', de: 'Preise', es: 'Precios', pl: 'Ceny' },
    icon: 'tag',
    group,
    access: features['products.view'],
    columns: ['unitPrice', 'currencyCode', 'productId', 'minQuantity', 'startsAt', 'endsAt'],
    label: 'unitPrice',
    references: { productId: '/catalog/products', variantId: '/catalog/variants' },
    order: 40,
  },
)
