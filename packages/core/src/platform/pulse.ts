import { type Database, querySystem } from '../data/authority.ts'
import { PULSE } from '../data/pool.ts'

/** Writes, through the pool that writes everything else, what this host's next look has to see. */
export async function sendPulse(
  database: Database,
  { hostId, pulse }: { readonly hostId: string; readonly pulse: number },
): Promise<void> {
  const text = `${PULSE} insert into plinth.hosts (id, pulse) values ($1, $2)
    on conflict (id) do update set pulse = excluded.pulse, beat_at = clock_timestamp()`
  await querySystem(database, { text, values: [hostId, pulse] }, PULSE)
}
