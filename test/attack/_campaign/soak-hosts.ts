import { setTimeout as sleep } from 'node:timers/promises'
import type { Host } from '../../host/_run-host.ts'
import { Load, type LoadOptions } from './load.ts'
import { type Gauges, readGauges } from './memory.ts'

export type Sample = Gauges & { readonly minute: number }

const SAMPLE_EVERY = 15_000

/** Mixed load for so many minutes, and what each host says of itself meanwhile. */
export async function soakHosts(
  options: LoadOptions & { readonly rate: number },
  { minutes, onSample }: { readonly minutes: number; readonly onSample?: (load: Load) => void },
): Promise<{ readonly load: Load; readonly samples: readonly (readonly Sample[])[] }> {
  const { hosts, rate } = options
  const load = new Load(options)
  const end = load.began + minutes * 60_000
  const samples = hosts.map(() => [] as Sample[])
  const sample = async () => {
    for (let next = load.began; next < end; next += SAMPLE_EVERY) {
      await sleep(Math.max(0, next - performance.now()))
      const minute = (performance.now() - load.began) / 60_000
      for (const [index, gauges] of (await Promise.all(hosts.map(readGauges))).entries())
        samples[index]!.push({ ...gauges, minute })
      onSample?.(load)
    }
  }
  const people = Math.max(4, Math.ceil(rate / 10))
  await Promise.all([sample(), load.work(people, () => performance.now() >= end)])
  return { load, samples }
}

/** Lines in which hosts tell of failures of their own. */
export const complaintsOf = (hosts: readonly Host[]): readonly string[] =>
  hosts.flatMap(({ output }) =>
    (output.match(/^.*(?:"level":"error"|\blost\b).*$/gm) ?? []).map((line) => line.slice(0, 300)),
  )
