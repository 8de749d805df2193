import type pg from 'pg'
import { PULSE } from '../data/pool.ts'

/** Writes, through the pool that writes everything else, what this host's next look has to see. */
export async function sendPulse(
  pool: pg.Pool,
  { hostId, pulse }: { readonly hostId: string; readonly pulse: number },
): Promise<void> {
  const client = await pool.connect()
  try {
    const answers = [
      client.query(`${PULSE} begin; select set_config('role', 'plinth_system', true)`),
      client.query(
        `${PULSE} insert into plinth.hosts (id, pulse) values ($1, $2)
        on conflict (id) do update set pulse = excluded.pulse, beat_at = clock_timestamp()`,
        [hostId, pulse],
      ),
      client.query(`${PULSE} commit`),
    ]
    await Promise.all(answers)
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}
