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

/** Container formats that the file name identifies better than the first bytes: every office file is a ZIP or a compound file. */
const CONTAINERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'application/zip': {
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    odp: 'application/vnd.oasis.opendocument.presentation',
    ods: 'application/vnd.oasis.opendocument.spreadsheet',
    odt: 'application/vnd.oasis.opendocument.text',
    pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  'application/x-cfb': {
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
  const found = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime as string | undefined
  if (found !== undefined && found !== 'application/xml')
    return { mimeType: CONTAINERS[found]?.[extension] ?? found, encoding: null }
  const encoding = encodingOf(head)
  if (!encoding) return { mimeType: found ?? 'application/octet-stream', encoding }
  return {
    mimeType: textType(decode(head, encoding).slice(0, 1024).trimStart(), extension) ?? found ?? 'text/plain',
    encoding,
  }
}

/** The type of a text: what a browser would sniff takes precedence over the name. */
function textType(start: string, extension: string): string | undefined {
  if (DRAWING.test(start)) return 'image/svg+xml'
  if (/^(<!doctype html|<html|<head|<body|<script)/i.test(start)) return 'text/html'
  return Object.hasOwn(TEXTS, extension) ? TEXTS[extension] : undefined
}

/** The comment pattern stops at the first `-->`: matching beyond it would cause catastrophic backtracking on many comments. */
const DRAWING = /^(<\?xml[^>]*>\s*)?(<!--((?!-->)[^])*-->\s*)*(<!doctype svg[^>]*>\s*)?<svg[\s>]/i
