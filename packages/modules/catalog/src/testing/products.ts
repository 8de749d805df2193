import type { Client } from '@plinth/testing'

/** Creates a record and returns its id. */
export async function make(client: Client, path: string, body: object): Promise<string> {
  const answer = await client.post(`/catalog/${path}`, body)
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.body.id
}

/** Creates a product with a category, two variants and two prices. */
export async function makeRich(client: Client, title: string): Promise<string> {
  const categoryId = await make(client, 'categories', { name: `Category of ${title}` })
  const productId = await make(client, 'products', { title, categoryIds: [categoryId] })
  const variantId = await make(client, 'variants', { productId, name: 'Small', isDefault: true })
  await make(client, 'variants', { productId, name: 'Large' })
  await make(client, 'prices', { productId, currencyCode: 'EUR', unitPrice: 10 })
  await make(client, 'prices', { productId, variantId, currencyCode: 'EUR', unitPrice: '9.5', minQuantity: 10 })
  return productId
}
