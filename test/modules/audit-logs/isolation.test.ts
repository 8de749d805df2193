import { auditLogs } from '@plinth/audit-logs'
import { type Body, type Persona, tenantA, tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp } from '../auth/_accounts.ts'
import { addOrganization } from '../auth/_people.ts'

const PATH = '/audit_logs/audit-logs'

const retain = auditLogs.jobs!.find(({ id }) => id === 'audit_logs.retain-accesses')!

const rights = { features: ['auth.*', 'directory.*', 'audit_logs.*'] }

test('entries of other tenants and organizations are told, undone and kept by none, with either layer alone', async () => {
  await using app = await authApp({ modules: [auditLogs] })
  const branch = await addOrganization(app)
  const owner = app.as(rights)
  const strangers: Persona[] = [
    { ...rights, tenantId: tenantB.id, organizationId: tenantB.organization },
    { ...rights, organizationIds: [branch] },
  ]
  for (const layer of ['both', 'no row level security']) {
    if (layer !== 'both') {
      const tables = ['action_log', 'changes', 'turns', 'access_log', 'access_days', 'access_packs']
      for (const table of tables) await app.sql(`alter table plinth.${table} disable row level security`)
    }
    const mark = `Role ${crypto.randomUUID()}`
    const made = await owner.post('/auth/roles', { name: mark })
    const undone = await owner.post('/auth/roles', { name: `${mark} 2` })
    await owner.post(`${PATH}/actions/undo`, { undoToken: undone.operation?.undoToken })
    await owner.get(`/auth/roles?id=${made.body.id}`)
    await app.settled()
    // The last one is packed.
    app.clock.advance(86_400_000)
    await app.platform.actAs(app.callerOf({ isSuperAdmin: true }), async ({ enqueue }) => enqueue(retain, {}))
    await app.platform.runJobs()
    expect(await app.sql('select from plinth.access_log')).toEqual([])
    expect(await app.sql('select from plinth.access_packs')).not.toEqual([])
    for (const persona of strangers) {
      const stranger = app.as(persona)
      const query = new URLSearchParams({ resourceId: made.body.id, organizationId: tenantA.organization })
      for (const path of ['actions', 'actions/export', 'access', 'access/export']) {
        const { status, text } = await stranger.get(`${PATH}/${path}?${path.startsWith('actions') ? query : ''}`)
        expect(status).toBe(200)
        for (const secret of [mark, made.body.id, made.operation?.id, made.operation?.undoToken])
          expect(text, `${path}, ${layer}`).not.toContain(secret)
      }
      const turns: [string, Body][] = [
        ['undo', { undoToken: made.operation?.undoToken }],
        ['redo', { logId: undone.operation?.id }],
      ]
      for (const [verb, body] of turns) expect((await stranger.post(`${PATH}/actions/${verb}`, body)).status).toBe(400)
    }
    expect((await owner.get(`${PATH}/actions?resourceId=${made.body.id}`)).text).toContain(mark)
    expect((await owner.get(`${PATH}/access`)).text).toContain(made.body.id)
  }
})
