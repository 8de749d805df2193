import { badInput, post } from '@plinth/core'
import { features, messageOf, providers } from '@plinth/sso'
import { z } from 'zod'
import { readProviderMetadata } from '../provider-metadata.ts'
import { decodeXml, XML_LIMITS } from '../xml.ts'

/** POST /saml/provider-metadata: what a provider's metadata says, to fill in a connection. Nothing is stored. */
export const readMetadata = post(
  '/saml/provider-metadata',
  {
    operation: 'readProviderMetadata',
    access: features.manage,
    summary: 'Read the SAML metadata of an identity provider.',
    isTool: false,
    body: z
      .object({
        xml: z.string().min(1).max(XML_LIMITS.characters).optional(),
        url: z
          .url({ protocol: /^https?$/ })
          .max(2_000)
          .optional(),
        /** Which provider is meant, if the document describes several: its entity id. */
        issuer: z.string().min(1).max(500).optional(),
      })
      .refine(({ xml, url }) => (xml === undefined) !== (url === undefined), 'Send either xml or url.'),
    response: z.object({
      issuer: z.string(),
      signInUrl: z.string(),
      certificates: z.array(z.string()),
      /** What was left out of the document, and what will need attention. Absent if there is nothing to say. */
      warnings: z.array(z.string()).optional(),
    }),
    errors: [400],
  },
  async ({ body, inject, now }) => {
    try {
      const xml = body.xml ?? (await download(body.url!))
      const { certificates, warnings, ...provider } = readProviderMetadata(xml, { now: now(), issuer: body.issuer })
      return { ...provider, certificates: [...certificates], ...(warnings.length > 0 && { warnings: [...warnings] }) }
    } catch (error) {
      throw badInput(messageOf(error))
    }

    async function download(url: string): Promise<string> {
      const answer = await inject(providers).fetch(url)
      if (!answer.ok) throw new Error(`${new URL(url).origin} answers ${answer.status}.`)
      return decodeXml(new Uint8Array(await answer.arrayBuffer()))
    }
  },
)
