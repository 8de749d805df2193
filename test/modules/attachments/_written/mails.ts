import type { WrittenDocument } from './package.ts'

const mail = (...lines: readonly (string | Buffer)[]) =>
  Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from('\r\n')]))

/** Outlook and others: an encoded subject, both kinds of text, and a file with a name of its own. */
const composed: WrittenDocument = {
  name: 'composed.eml',
  bytes: mail(
    'Received: from mx.example by host; Tue, 1 Dec 2026 08:00:00 +0000',
    'From: =?utf-8?B?SsO8cmdlbiBHcm/Dnw==?= <juergen@example.com>',
    'To: "Team, Sales" <sales@example.com>, Ann <ann@example.com>',
    'Cc: bob@example.com',
    'Subject: =?iso-8859-1?Q?Vertrag_f=FCr?=',
    ' =?iso-8859-1?Q?_K=F6ln?=',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=outer',
    '',
    '--outer',
    'Content-Type: multipart/alternative; boundary=inner',
    '',
    '--inner',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Sch=C3=B6ne Gr=C3=BC=',
    '=C3=9Fe',
    '--inner',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>Sch&ouml;ne Gr&uuml;&szlig;e</p>',
    '--inner--',
    '--outer',
    "Content-Type: application/pdf; name*=utf-8''Vertrag%20K%C3%B6ln.pdf",
    'Content-Transfer-Encoding: base64',
    "Content-Disposition: attachment; filename*=utf-8''Vertrag%20K%C3%B6ln.pdf",
    '',
    'JVBERi0xLjQK',
    '--outer--',
  ),
  text: [
    'Vertrag für Köln',
    'Jürgen Groß <juergen@example.com>',
    'Team, Sales <sales@example.com>',
    'Ann <ann@example.com>',
    '<bob@example.com>',
    'Schöne Grüße',
    'Vertrag Köln.pdf',
    '',
  ].join('\n'),
}

/** A mail of HTML alone, in an encoding of its own. */
const page: WrittenDocument = {
  name: 'page.eml',
  bytes: mail(
    'Subject: Rechnung',
    'From: shop@example.com',
    'Content-Type: text/html; charset=shift_jis',
    '',
    Buffer.concat([
      Buffer.from('<html><style>p { color: red }</style><body><p>'),
      Buffer.from([0x8c, 0x5f, 0x96, 0xf1]),
      Buffer.from('</p><p hidden>gone</p><script>alert(1)</script></body></html>'),
    ]),
  ),
  text: 'Rechnung\n<shop@example.com>\n契約\n',
}

export const mails: readonly WrittenDocument[] = [composed, page]
