import { composition, defineJob } from '@plinth/core'
import { people } from '@plinth/core/acl'
import { texts } from '@plinth/core/http'
import { mail, sendMail } from '@plinth/points'
import { z } from 'zod'
import { ExportRun, ScheduledExport } from './entities.ts'

export const exportReady = mail({
  id: 'transfer.export_ready',
  title: 'Scheduled export is ready',
  values: z.object({ name: z.string(), rows: z.number(), link: z.url() }),
  sample: { name: 'Products', rows: 1200, link: 'https://acme.example/backend' },
  required: ['name'],
  texts: {
    en: {
      subject: 'Export ready: {name}',
      text: 'Hello,\n\nthe scheduled export {name} has been written, with {rows} rows. Download it under Exports:\n\n{link}\n',
    },
    de: {
      subject: 'Export fertig: {name}',
      text: 'Guten Tag,\n\nder geplante Export {name} wurde geschrieben, mit {rows} Zeilen. Laden Sie ihn unter Exporte herunter:\n\n{link}\n',
    },
    es: {
      subject: 'Exportación lista: {name}',
      text: 'Hola:\n\nSe ha escrito la exportación programada {name}, con {rows} filas. Descárguela en Exportaciones:\n\n{link}\n',
    },
    pl: {
      subject: 'Eksport gotowy: {name}',
      text: 'Dzień dobry,\n\nzaplanowany eksport {name} został zapisany, wiersze: {rows}. Można go pobrać na stronie Eksporty:\n\n{link}\n',
    },
  },
})

export const exportFailed = mail({
  id: 'transfer.export_failed',
  title: 'Scheduled export has failed',
  values: z.object({ name: z.string(), reason: z.string(), link: z.url() }),
  sample: {
    name: 'Products',
    reason: 'Its owner may not read this list any more',
    link: 'https://acme.example/backend',
  },
  required: ['name'],
  texts: {
    en: {
      subject: 'Export failed: {name}',
      text: 'Hello,\n\nthe scheduled export {name} has failed: {reason}.\n\nIt is tried again at its next time. There is no other email until it has succeeded.\n\n{link}\n',
    },
    de: {
      subject: 'Export fehlgeschlagen: {name}',
      text: 'Guten Tag,\n\nder geplante Export {name} ist fehlgeschlagen: {reason}.\n\nZu seiner nächsten Zeit wird er wieder versucht. Bis er gelingt, folgt keine weitere E-Mail.\n\n{link}\n',
    },
    es: {
      subject: 'Exportación fallida: {name}',
      text: 'Hola:\n\nLa exportación programada {name} ha fallado: {reason}.\n\nSe volverá a intentar a su próxima hora. No habrá más correos hasta que se complete.\n\n{link}\n',
    },
    pl: {
      subject: 'Eksport nie powiódł się: {name}',
      text: 'Dzień dobry,\n\nzaplanowany eksport {name} nie powiódł się: {reason}.\n\nZostanie ponowiony w następnym terminie. Do czasu powodzenia nie będzie kolejnej wiadomości.\n\n{link}\n',
    },
  },
})

/** Tells the owner of an export how a run has ended; administrators, if the owner's account cannot be used. */
export const tellOfExport = defineJob({
  id: 'transfer.tell-of-export',
  payload: z.object({ exportId: z.uuid(), runId: z.uuid(), toAdministrators: z.boolean() }),
  retries: 12,
  async run(ctx) {
    const { payload, inject, from, locale } = ctx
    const [about] = await from(ScheduledExport, 'e')
      .select(['e.name', 'e.ownerId'])
      .where('e.id', '=', payload.exportId)
      .execute()
    const [run] = await from(ExportRun, 'r')
      .select(['r.status', 'r.rows', 'r.errorMessage'])
      .where('r.id', '=', payload.runId)
      .execute()
    if (!about || !run) return
    const to = payload.toAdministrators ? 'admin' : about.ownerId
    const { language } = await locale()
    const link = inject(composition).origin
    for (const { email } of (await inject(people).find([to])).get(to) ?? []) {
      if (run.status === 'completed')
        await sendMail(ctx, exportReady, {
          to: email,
          language,
          values: { name: about.name, rows: run.rows ?? 0, link },
        })
      else {
        const reason = inject(texts).message(language, run.errorMessage ?? '')
        await sendMail(ctx, exportFailed, { to: email, language, values: { name: about.name, reason, link } })
      }
    }
  },
})
