import { decode, type Encoding, encodingOf } from './encoding.ts'

const TEXTS: Readonly<Record<string, string>> = {
  css: 'text/css',
  csv: 'text/csv',
  htm: 'text/html',
  html: 'text/html',
  js: 'text/javascript',
  json: 'application/json',
  md: 'text/markdown',
  svg: 'image/svg+xml',
  xhtml: 'application/xhtml+xml',
  xml: 'application/xml',
}

const OFFICE = 'application/vnd.openxmlformats-officedocument'
/** Office files with a password are compound files, too. */
const OFFICE_FILES = {
  docm: 'application/vnd.ms-word.document.macroenabled.12',
  docx: `${OFFICE}.wordprocessingml.document`,
  dotx: `${OFFICE}.wordprocessingml.template`,
  potx: `${OFFICE}.presentationml.template`,
  ppsx: `${OFFICE}.presentationml.slideshow`,
  pptm: 'application/vnd.ms-powerpoint.presentation.macroenabled.12',
  pptx: `${OFFICE}.presentationml.presentation`,
  xlsm: 'application/vnd.ms-excel.sheet.macroenabled.12',
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
  xltx: `${OFFICE}.spreadsheetml.template`,
}

/** Container formats that the file name identifies better than the first bytes: every office file is a ZIP or a compound file. */
const CONTAINERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'application/zip': {
    ...OFFICE_FILES,
    odp: 'application/vnd.oasis.opendocument.presentation',
    ods: 'application/vnd.oasis.opendocument.spreadsheet',
    odt: 'application/vnd.oasis.opendocument.text',
  },
  'application/x-cfb': {
    ...OFFICE_FILES,
    doc: 'application/msword',
    msg: 'application/vnd.ms-outlook',
    ppt: 'application/vnd.ms-powerpoint',
    xls: 'application/vnd.ms-excel',
  },
}

/** The detected type of a file's bytes. */
export interface DetectedType {
  readonly mimeType: string
  /** Text files only. */
  readonly encoding: Encoding | null
}

/**
 * Detects the type of a file from its first bytes. The name only refines it: the kind of a text or office file. Unknown bytes are
 * `application/octet-stream`, whatever the client declared.
 */
export async function detectType(head: Buffer, fileName: string): Promise<DetectedType> {
  const extension = /\.([a-z0-9]{1,10})$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''
  const { fileTypeFromBuffer } = await import('file-type')
  const guess = await fileTypeFromBuffer(head).catch(() => undefined)
  const found = guess?.mime as string | undefined
  const { guessEncoding } = await import('./guess-encoding.ts')
  const encoding = encodingOf(head, guessEncoding)
  if (found !== undefined && found !== 'application/xml') {
    if (found.startsWith('text/')) return { mimeType: found, encoding }
    if (encoding === null || guess?.ext === extension || isWritten(found, head))
      return { mimeType: CONTAINERS[found]?.[extension] ?? found, encoding: null }
  }
  if (extension === 'eml' && HEADER.test(head.subarray(0, 200).toString('latin1')))
    return { mimeType: 'message/rfc822', encoding: null }
  if (!encoding) return { mimeType: found ?? 'application/octet-stream', encoding }
  const text = textType(decode(head, encoding).slice(0, 1024).trimStart(), extension)
  return { mimeType: text ?? (found === 'application/xml' ? found : 'text/plain'), encoding }
}

/** The first line of a mail, whose parts have encodings of their own; `From ` precedes it in mailboxes. */
const HEADER = /^(?:From .*\r?\n)?[!-9;-~]{1,100}:[ \t]/

/**
 * Formats of letters and lines. Bytes of other formats are no text, however a text begins (`BMW`, `ID3`, `GIF89a`), unless its name
 * says otherwise.
 */
const WRITTEN = /^application\/(pdf|rtf|postscript|eps|pgp-encrypted|x-ms-regedit)$/

const isWritten = (mimeType: string, head: Buffer): boolean =>
  WRITTEN.test(mimeType) || (mimeType === 'model/stl' && head.includes('facet normal'))

/** The type of a text: what a browser would sniff takes precedence over the name. */
function textType(start: string, extension: string): string | undefined {
  if (DRAWING.test(start)) return 'image/svg+xml'
  if (/^(<!doctype html|<html|<head|<body|<script)/i.test(start)) return 'text/html'
  return Object.hasOwn(TEXTS, extension) ? TEXTS[extension] : undefined
}

/** The comment pattern stops at the first `-->`: matching beyond it would cause catastrophic backtracking on many comments. */
const DRAWING = /^(<\?xml[^>]*>\s*)?(<!--((?!-->)[^])*-->\s*)*(<!doctype svg[^>]*>\s*)?<svg[\s>]/i
