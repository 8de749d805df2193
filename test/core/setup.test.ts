import { Client } from 'pg'
import { expect, inject, test } from 'vitest'

test('every run has a PostgreSQL 18 in UTF-8', async () => {
  const client = new Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  const { rows } = await client.query(`select current_setting('server_version_num')::int / 10000 as major,
    current_setting('server_encoding') as encoding`)
  await client.end()
  expect(rows).toEqual([{ major: 18, encoding: 'UTF8' }])
})
