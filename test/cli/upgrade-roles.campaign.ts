import pg from 'pg'
import { expect, test } from 'vitest'
import { findPostgresPrograms, StreamingServer } from '../_setup/streaming.ts'
import { makeFolder } from '../docs/_folder.ts'
import { CONFIG, PASSWORD, plinth, SECRET } from './_product.ts'
import { writeTags } from './_write-tags.ts'

const programs = await findPostgresPrograms()

test(
  'an upgrade is rehearsed by a superuser, and by the owner that `plinth database roles` makes',
  { timeout: 180_000 },
  async () => {
    if (programs === undefined) return console.log('No pg_dump is installed: upgrades by it are not tried')
    await using server = await StreamingServer.create(programs)
    await using folder = await makeFolder()
    await folder.write('plinth.config.ts', CONFIG)
    const { output: statements } = await plinth(folder.path, ['database', 'roles', 'product'])
    const superuser = server.url('postgres')
    const admin = new pg.Client(superuser)
    await admin.connect()
    for (const statement of statements.split(/;\n(?!exception|  |end)/)) await admin.query(statement)
    await admin.end()
    const [, owner = '', host = '', backup = ''] =
      /MIGRATION_DATABASE_URL=(\S+)[^]*DATABASE_URL=(\S+)[^]*Backups: (\S+)/
        .exec(statements)!
        .map((url) => url.replace('SERVER', new URL(superuser).host))
    const environment = {
      DATABASE_URL: host,
      MIGRATION_DATABASE_URL: owner,
      DATA_DIR: `${folder.path}/data`,
      JWT_SECRET: SECRET,
      SEED_PASSWORD: PASSWORD,
      LOG_LEVEL: 'error',
      PATH: `${programs}:${process.env['PATH']}`,
    }
    const run = (...args: string[]) => plinth(folder.path, args, environment)
    expect((await run('migrate')).code).toBe(0)
    expect((await run('seed')).code).toBe(0)
    await writeTags({ folder: folder.path, environment })
    const product = superuser.replace(/\/postgres$/, '/product')
    for (const logins of [
      ['--on', product, '--dump-with', product],
      ['--dump-with', backup],
    ]) {
      const { output, errors } = await run('upgrade', '--check', '--json', ...logins)
      expect(errors).toContain('Undoing actions')
      expect(JSON.parse(output)).toMatchObject({ copy: { by: 'pg_dump' }, trail: { faults: [] }, undo: { failed: [] } })
    }
  },
)
