import { fileTypeFromBuffer } from 'file-type'

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

/** Containers of which the bytes at the beginning say less than the name: every office file is a ZIP or a compound file. */
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

/**
 * The type of a file by its first bytes. The name decides only within what the bytes allow: the kind of a text, and of
 * an office file. Bytes that nobody knows are `application/octet-stream`, whatever the client said.
 */
export async function detectType(head: Buffer, fileName: string): Promise<string> {
  const extension = /\.([a-z0-9]{1,10})$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''
  const found = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime as string | undefined
  if (found !== undefined && found !== 'application/xml') return CONTAINERS[found]?.[extension] ?? found
  if (!isText(head)) return found ?? 'application/octet-stream'
  const start = head.toString('utf8', 0, 1024).trimStart()
  if (/^(<\?xml[^>]*>\s*)?(<!--[^]*?-->\s*)*(<!doctype svg[^>]*>\s*)?<svg[\s>]/i.test(start)) return 'image/svg+xml'
  if (/^(<!doctype html|<html|<head|<body|<script)/i.test(start)) return 'text/html'
  return TEXTS[extension] ?? found ?? 'text/plain'
}

/** UTF-8 without control characters, but for a character that the cut has split. */
function isText(head: Buffer): boolean {
  if (head.some((byte) => byte < 0x20 && !SPACES.has(byte))) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Tab, line feed, form feed, carriage return, and the escape of terminals. */
const SPACES = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b])
