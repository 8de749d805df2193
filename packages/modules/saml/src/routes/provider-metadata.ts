import { badInput, post } from '@plinth/core'
import { features, messageOf, providers } from '@plinth/sso'
import { z } from 'zod'

const MOST = 500_000

/** POST /saml/provider-metadata: what a provider's metadata says, to fill in a connection. Nothing is stored. */
export const readMetadata = post(
  '/saml/provider-metadata',
  {
    operation: 'readProviderMetadata',
    access: features.manage,
    summary: 'Read the metadata of an identity provider.',
    isTool: false,
    body: z
      .object({
        xml: z.string().min(1).max(MOST).optional(),
        url: z
          .url({ protocol: /^https?$/ })
          .max(2_000)
          .optional(),
      })
      .refine(({ xml, url }) => (xml === undefined) !== (url === undefined), 'Send either xml or url.'),
    response: z.object({ issuer: z.string(), signInUrl: z.string(), certificates: z.array(z.string()) }),
    errors: [400],
  },
  async ({ body, inject }) => {
    const { readProviderMetadata } = await import('../provider-metadata.ts')
    try {
      const { issuer, signInUrl, certificates } = readProviderMetadata(body.xml ?? (await download(body.url!)))
      return { issuer, signInUrl, certificates: [...certificates] }
    } catch (error) {
      throw badInput(messageOf(error))
    }

    async function download(url: string): Promise<string> {
      const answer = await inject(providers).fetch(url)
      if (!answer.ok) throw new Error(`${new URL(url).origin} answers ${answer.status}.`)
      return answer.text()
    }
  },
)
