import pg from 'pg'
import { expect, inject } from 'vitest'
import { readBlock } from './_pages.ts'

/** Does to the server what the page about operations says, under names that no other run uses. */
export async function prepareServer(product: string) {
  const name = `${product}_${process.pid}`
  const url = new URL(inject('postgresUrl'))
  const superuser = new pg.Client({ connectionString: url.href })
  await superuser.connect()
  for (const statement of statementsOf('roles'))
    await superuser.query(statement).catch((error: Error) => expect(error.message).toContain('already exists'))
  for (const statement of [...statementsOf('login'), ...statementsOf('runtime')])
    await superuser.query(statement.replaceAll('product', name))
  const as = (username: string, password: string) =>
    Object.assign(new URL(url), { username, password, pathname: `/${name}` }).href
  const owner = as(name, 'choose one')
  return {
    /** The login that migrates. */
    url: owner,
    /** The login of the host. */
    hostUrl: as(`${name}_host`, 'choose another'),
    /** What `pg_dump` does first when the owner of the tables runs it. */
    async dump() {
      const client = new pg.Client({ connectionString: owner })
      await client.connect()
      await client
        .query('set row_security = off')
        .then(() => client.query('select * from users'))
        .finally(() => client.end())
    },
    async [Symbol.asyncDispose]() {
      await superuser.query(`drop database ${name} with (force)`)
      await superuser.query(`drop role ${name}, ${name}_host`)
      await superuser.end()
    },
  }
}

const statementsOf = (block: string) =>
  readBlock('docs/7-operations.md', block)
    .text.split(';')
    .filter((statement) => statement.trim() !== '')
