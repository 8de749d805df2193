import { createPasswords } from '@plinth/auth'
import { createServer } from 'node:http'
import { announceReady } from '../child.ts'

/** node:http and one argon2id verification per request, at the same concurrency as the platform's. */
const passwords = createPasswords()
const hash = await passwords.hash('Bench-Password-1!')
const server = createServer((_request, response) => {
  void passwords.verify(hash, 'Bench-Password-1!').then(({ ok }) => response.end(JSON.stringify({ ok })))
})
server.listen(0, '127.0.0.1', () => announceReady(`http://127.0.0.1:${(server.address() as { port: number }).port}`))
