import { defineEntity, p } from '@mikro-orm/core'
import { auditLogs } from '@plinth/audit-logs'
import {
  defineCommand,
  defineFeatures,
  defineMigration,
  defineModule,
  input,
  Ok,
  post,
  resource,
  Scoped,
} from '@plinth/core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { authApp } from '../../modules/auth/_accounts.ts'

const features = defineFeatures('tree', { view: 'View', manage: 'Manage' })
const access = { read: features.view, write: features.manage }
const Node = defineEntity({
  name: 'TreeNode',
  tableName: 'tree_nodes',
  extends: Scoped,
  properties: { title: p.string(), parentId: p.uuid().nullable(), seen: p.string().nullable() },
})
const nodes = resource('/nodes', Node, { access, input: input(Node, ['title', 'parentId']) })
const Changes = z.array(z.object({ id: z.uuid(), title: z.string() }))
const retitle = defineCommand({
  id: 'tree.retitle',
  access: features.manage,
  resource: 'tree.node',
  input: z.object({ changes: Changes }),
  output: Ok,
  async run(ctx) {
    await ctx.runAll(nodes.update, ctx.input.changes)
    return { ok: true as const }
  },
})
const tree = defineModule({
  id: 'tree',
  title: 'Tree',
  features,
  roles: { admin: ['tree.*'] },
  entities: [Node],
  migrations: [
    defineMigration(
      'tree.tables',
      `select plinth.scoped_table('tree_nodes', 'title text not null, parent_id uuid, seen text');
       create function tell_parent() returns trigger language plpgsql as $$ begin
         update tree_nodes set seen = new.title where tenant_id = new.tenant_id and id = new.parent_id; return null; end $$;
       create trigger tell_parent after update of title on tree_nodes for each row execute function tell_parent();`,
    ),
  ],
  commands: [...nodes.commands, retitle],
  routes: [...nodes.routes, post('/retitle', retitle)],
})

test('rows of which a trigger changes others are updated one by one, so that undo restores all of them', async () => {
  await using app = await authApp({ modules: [auditLogs, tree] })
  const admin = app.as('admin')
  const parent = (await admin.post('/nodes', { title: 'P' })).body.id
  const child = (await admin.post('/nodes', { title: 'C', parentId: parent })).body.id
  // What the trigger writes follows the undo as well.
  const rows = () => app.sql('select id, title from tree_nodes order by title')
  const before = await rows()
  for (const ids of [
    [child, parent],
    [parent, child],
  ]) {
    const changes = ids.map((id) => ({ id, title: id === child ? 'C2' : 'P2' }))
    const done = await admin.post('/retitle', { changes })
    expect(done.status, done.text).toBe(200)
    expect(await rows()).toMatchObject([{ title: 'C2' }, { title: 'P2' }])
    const { undoToken } = done.operation!
    expect((await admin.post('/audit_logs/audit-logs/actions/undo', { undoToken })).status).toBe(200)
    expect(await rows()).toEqual(before)
  }
})
