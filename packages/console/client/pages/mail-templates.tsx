import type { JSX } from 'preact'
import { useData } from '../lib/data.ts'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { tm } from '../texts/late/mail-templates.ts'
import { hrefOf } from '../lib/location.ts'
import { Page } from '../ui/page.tsx'
import { Empty, Shown } from '../ui/states.tsx'

interface Mail {
  readonly id: string
  readonly title: string
  readonly module: string
  readonly languages: readonly string[]
  readonly invalid: readonly string[]
}

/** The emails whose texts the tenant can edit. */
export function MailTemplates(): JSX.Element {
  const all = useData<{ items: readonly Mail[] }>('/mail_templates/mails')
  return (
    <Page title={t('mails')} text={tm('text')}>
      <section class="card padded" aria-label={t('mails')} aria-busy={all.isLoading}>
        <Shown of={all}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty icon="file" title={tm('empty')} />
            ) : (
              <ul class="rows">
                {items.map(({ id, title, module, languages, invalid }) => (
                  <li key={id}>
                    <span>
                      <a class="strong" href={hrefOf(`/mail-templates/${id}`)}>
                        {visible(title, 120)}
                      </a>
                      <span class="below muted">{visible(module, 120)}</span>
                    </span>
                    <span class="badges push">
                      {languages.map((language) => (
                        <span key={language} class={invalid.includes(language) ? 'badge bad' : 'badge'}>
                          {invalid.includes(language) ? tm('invalid', { language }) : language}
                        </span>
                      ))}
                    </span>
                  </li>
                ))}
              </ul>
            )
          }
        </Shown>
      </section>
    </Page>
  )
}
