import { archive } from '../_archive.ts'
import { documents } from '../_documents.ts'
import { entityBomb } from './markup.ts'
import { type HostileFile, type Random, times } from './random.ts'

const BODY: Readonly<Record<string, string>> = {
  docx: 'word/document.xml',
  odt: 'content.xml',
  pptx: 'ppt/slides/slide1.xml',
  xlsx: 'xl/worksheets/sheet1.xml',
}
const KINDS = Object.keys(BODY)

/** They are the same in every corpus, and take long to pack. */
let bombs: readonly HostileFile[] | undefined

/** Office files that unpack to far more than they are, nest, lie, lead out of their folder, or are cut. */
export async function archives(random: Random): Promise<HostileFile[]> {
  bombs ??= makeBombs()
  const whole = await Promise.all(KINDS.map((kind) => documents[`a.${kind}`]!()))
  const broken = times(24, (index) => {
    const kind = KINDS[index % KINDS.length]!
    const bytes = whole[index % KINDS.length]!
    return {
      what: `a broken ${kind}`,
      name: `a.${kind}`,
      type: '',
      bytes: index % 2 === 0 ? random.cut(bytes) : random.damage(bytes),
    }
  })
  return [...bombs, ...broken]
}

function makeBombs(): HostileFile[] {
  const zeros = Buffer.alloc(21_000_000, '0')
  const bomb = archive([{ name: 'a', bytes: zeros }])
  const tricks: ((body: string) => Buffer)[] = [
    (body) => archive([{ name: body, bytes: zeros }]),
    (body) => archive([{ name: body, bytes: zeros, saysSize: 10 }]),
    (body) =>
      archive([
        { name: body, bytes: bomb },
        { name: 'word/embeddings/a.zip', bytes: bomb },
      ]),
    (body) => archive([{ name: body, bytes: entityBomb('w') }]),
    (body) => archive([{ name: body, bytes: '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><w:t>&x;</w:t>' }]),
    (body) => archive([{ name: body, bytes: '<a>'.repeat(300_000) }]),
    (body) =>
      archive([
        { name: `../../../../tmp/${body}`, bytes: 'x' },
        { name: body, bytes: '<w:t>x</w:t>' },
      ]),
    (body) =>
      archive(Array.from({ length: 12_000 }, (_, index) => ({ name: index === 0 ? body : `${index}`, bytes: '' }))),
  ]
  return tricks.map((trick, index) => {
    const kind = KINDS[index % KINDS.length]!
    return { what: `a bomb in ${kind}`, name: `a.${kind}`, type: 'application/zip', bytes: trick(BODY[kind]!) }
  })
}
