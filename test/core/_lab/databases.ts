import pg from 'pg'
import { inject } from 'vitest'

/** An empty database, dropped at the end. */
export async function emptyDatabase({ owner }: { owner?: string } = {}) {
  const name = `plinth_empty_${crypto.randomUUID().replaceAll('-', '')}`
  await asAdmin((admin) =>
    admin.query(`create database ${name} strategy file_copy ${owner === undefined ? '' : `owner ${owner}`}`),
  )
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return {
    name,
    url: url.href,
    /** The same database for another login. */
    as(user: string, password: string) {
      const other = new URL(url)
      other.username = user
      other.password = password
      return other.href
    },
    sql: (text: string) => asAdmin((admin) => admin.query(text), url.href).then(({ rows }) => rows),
    [Symbol.asyncDispose]: () =>
      asAdmin(async (admin) => void (await admin.query(`drop database ${name} with (force)`))),
  }
}

/** Does something as the superuser. */
export async function asAdmin<T>(work: (admin: pg.Client) => Promise<T>, url = inject('postgresUrl')): Promise<T> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}
