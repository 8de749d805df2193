import { isChart, readChart } from './chart.ts'
import type { OfficeFile } from './office-file.ts'
import { readProse } from './office-text.ts'
import { Prose } from './paragraphs.ts'
import { relationshipId, relationshipsOf } from './relationships.ts'
import { ReadingError } from './task.ts'
import { localName, parse } from './xml.ts'

/** Parts of a slide besides its own text, in the order in which they are read. */
const KINDS = ['diagramData', 'chart', 'chartEx', 'notesSlide', 'comments']
/** Fields of notes, whose text is not written by the speaker. */
const FIELDS = new Set(['sldNum', 'dt', 'hdr', 'ftr'])

/** Reads slides that are not hidden in the order of the presentation, each with its diagrams, notes and comments. */
export async function readPresentation({ parts, limits, sink }: OfficeFile, main: string | undefined): Promise<void> {
  const prose = new Prose(sink, limits)
  const related = main === undefined ? [] : await relationshipsOf(parts, main)
  const ids: (string | undefined)[] = []
  if (main !== undefined)
    await parse(parts, main, {
      onopentag: (tag, attributes) => void (localName(tag) === 'sldId' && ids.push(relationshipId(attributes))),
    })
  const byId = new Map(related.filter(({ kind }) => kind === 'slide').map(({ id, target }) => [id, target]))
  const listed = new Set(ids.flatMap((id) => byId.get(id ?? '') ?? []))
  const slides = listed.size > 0 ? [...listed] : parts.names(/^ppt\/slides\/slide\d+\.xml$/)
  if (slides.length === 0) throw new ReadingError('broken')
  for (const [index, slide] of slides.entries()) {
    let isHidden = false
    const isSkipped = (local: string, { show = '1' }: Readonly<Record<string, string>>) =>
      (isHidden ||= local === 'sld' && /^(0|false)$/.test(show))
    await readProse(parts, slide, { prose, isSkipped })
    const others = isHidden ? [] : await relationshipsOf(parts, slide)
    for (const wanted of KINDS)
      for (const { kind, target } of others) {
        if (kind !== wanted) continue
        if (isChart(kind)) await readChart(parts, target, prose)
        else await readProse(parts, target, kind === 'notesSlide' ? { prose, isSkipped: fieldOfNotes() } : { prose })
      }
    sink.page(index + 1, slides.length)
  }
}

/** Recognizes the texts of fields. What a shape stands for precedes its text. */
function fieldOfNotes() {
  let isField = false
  return (local: string, { type = '' }: Readonly<Record<string, string>>): boolean => {
    if (local === 'sp') isField = false
    if (local === 'ph') isField = FIELDS.has(type)
    return isField && local === 'txBody'
  }
}
