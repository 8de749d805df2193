import type pg from 'pg'

/**
 * Sends a statement on a connection. Where pg is told no function to answer to, it assigns a literal of its own to a
 * property, and V8 makes such functions old objects: the request that waits and all rows would be kept until the next
 * collection of everything.
 */
export async function ask(client: pg.ClientBase, query: pg.QueryConfig | string): Promise<pg.QueryResult> {
  try {
    return await new Promise((resolve, reject) => {
      // A copy, because pg notes the function in it.
      const config = typeof query === 'string' ? { text: query } : { ...query }
      client.query(config, (error, result) => (error ? reject(error) : resolve(result)))
    })
  } catch (error) {
    // Where it was asked, not where the answer was read.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}
