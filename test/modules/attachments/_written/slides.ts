import { officeFile, relationships, type WrittenDocument } from './package.ts'

const p = (text: string) =>
  `<a:p><a:pPr><a:tabLst><a:tab pos="9"/></a:tabLst></a:pPr><a:r><a:t>${text}</a:t></a:r></a:p>`
const shape = (content: string, kind = 'body') =>
  `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${kind}"/></p:nvPr></p:nvSpPr><p:txBody>${content}</p:txBody></p:sp>`
const slide = (content: string) => `<p:sld><p:cSld><p:spTree>${content}</p:spTree></p:cSld></p:sld>`

/** Slides that were moved keep the numbers of their names. */
export const presentation: WrittenDocument = {
  name: 'moved.pptx',
  bytes: officeFile('ppt/presentation.xml', [
    {
      name: 'ppt/presentation.xml',
      bytes:
        '<p:presentation><p:sldIdLst><p:sldId id="257" r:id="rId2"/><p:sldId id="256" r:id="rId1"/></p:sldIdLst></p:presentation>',
    },
    relationships('ppt/presentation.xml', ['slide', 'slides/slide1.xml'], ['slide', 'slides/intro.xml']),
    {
      name: 'ppt/slides/slide1.xml',
      bytes: slide(
        `<mc:AlternateContent><mc:Choice Requires="p14">${shape(p('Zahlen'))}</mc:Choice><mc:Fallback>${shape(p('Zahlen'))}</mc:Fallback></mc:AlternateContent>`,
      ),
    },
    { name: 'ppt/slides/intro.xml', bytes: slide(shape(p('Willkommen'))) },
    relationships('ppt/slides/intro.xml', ['notesSlide', '../notesSlides/notesSlide4.xml']),
    {
      name: 'ppt/notesSlides/notesSlide4.xml',
      bytes: `<p:notes>${shape(p('1'), 'sldNum')}${shape(p('Alle begrüßen'))}</p:notes>`,
    },
  ]),
  text: 'Willkommen\nAlle begrüßen\nZahlen\n',
}
