import { testPlatform, type TestPlatform } from '@plinth/testing'
import { directory } from '@plinth/directory'

/** A disposable platform for the product's own tests. */
export function testProduct(postgresUrl: string): Promise<TestPlatform> {
  return testPlatform({ modules: [directory], postgresUrl })
}

await using product = await testProduct(process.env['DATABASE_URL'] ?? 'postgres://localhost/postgres')
console.log((await product.anonymous.get('/openapi.json')).status)
