import type { WrittenDocument } from './package.ts'

const rtf = (name: string, { source, text }: { readonly source: string; readonly text: string }): WrittenDocument => ({
  name,
  bytes: Buffer.from(source, 'latin1'),
  text,
})

/** TextEdit ends lines with a backslash, and writes nothing for older readers. */
export const textEdit = rtf('textedit.rtf', {
  source: String.raw`{\rtf1\ansi\ansicpg1252\cocoartf2761
\cocoatextscaling0{\fonttbl\f0\fswiss\fcharset0 Helvetica;\f1\fnil\fcharset204 Monaco;}
{\colortbl;\red255\green255\blue255;}
\pard\tx720\pardirnatural
\f0\fs24 \cf0 Erste Zeile\
Zweite \'84Zeile\'93 \'96 \uc0\u8364 5\
\f1 \'e4\'ee\'e3\'ee\'e2\'ee\'f0 \f0 caf\'e9}`,
  text: 'Erste Zeile\nZweite „Zeile“ – €5\nдоговор café',
})

/** WordPad writes each script in the code page of a font. */
export const wordPad = rtf('wordpad.rtf', {
  source: String.raw`{\rtf1\ansi\ansicpg1250\deff0\nouicompat{\fonttbl{\f0\fnil\fcharset0 Calibri;}{\f1\fnil\fcharset238{\*\falt Arial}Calibri;}{\f2\fnil\fcharset128 MS Gothic;}{\f3\fnil\cpg437 Terminal;}{\f4\fnil Default;}}
{\*\generator Riched20 10.0.19041}\viewkind4\uc1
\pard\f0 a\'f1o \f1 \'a3\'f3d\'9f \f2 \'8c\'5f\'96\'f1 \'83\\ \f3\'81\'82 \f4\'b3\par
\emdash\endash\lquote a\rquote\ldblquote b\rdblquote\bullet E\_Mail 100\~km Fu\-ge\par
\u-10179 ?\u-9216 ? \uc2\u12354\'82\'a0A\u252\'c3\'bcb\uc1\par}`,
  text: 'año Łódź 契約 ソ üé ł\n—–‘a’“b”•E-Mail 100 km Fuge\n\u{1f400} あAüb\n',
})

/** Word: tracked changes, hidden text, notes, shapes, tables in tables, and what other readers leave out. */
export const word = rtf('word.rtf', {
  source: `${String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fcharset0 Arial;}}{\stylesheet{\s0 Normal;}}{\*\revtbl{Unknown;}{Anna;}}{\info{\author Anna}}
{\header\pard Kopf\par}\pard Der Preis ist {\deleted\revauthdel1 zehn}{\revised elf} Euro\par
Sicht{\v verborgen}bar\v weg\v0 , Absatz{\deleted\par}ende\plain\par
Wort{\super\chftn{\footnote\pard\plain{\super\chftn} Fu\'dfnote}}e{\*\atrfstart 1}{\*\atnid AB}{\*\atnauthor Bert}\chatn{\*\annotation{\*\atndate 1}Bitte pr\'fcfen}\par
Vor{\shp{\*\shpinst\shpleft0{\sp{\sn shapeType}{\sv 202}}{\shptxt Im Kasten\par}}{\shprslt{\*\do{\dptxbxtext Im Kasten\par}}}}dach\par
{\field{\*\fldinst{HYPERLINK "http://a.example"}}{\fldrslt{Verweis}}} {\xe\v Eintrag}{\upr{?}{\*\ud\u322\'3f}}{\object{\*\objdata 0102}{\result Ergebnis}}{\*\unknown weg}\par
{\pict\bin7 `}{}}{{}}${String.raw`}A\intbl\cell B\par
\itap2 C\nestcell D\nestcell{\*\nesttableprops\trowd\nestrow}{\nonesttables\par}\itap1\cell\row
Ende}`}`,
  text: [
    'Der Preis ist elf Euro',
    'Kopf',
    '',
    'Sichtbar, Absatzende',
    'Worte',
    ' Fußnote',
    'Bitte prüfen',
    'Vordach',
    'Im Kasten',
    '',
    'Verweis łErgebnis',
    'A\tB',
    'C\tD\t',
    '\t',
    'Ende',
  ].join('\n'),
})

/** Word: scripts from right to left have a font, and with it a code page, of their own. */
export const hebrew = rtf('hebrew.rtf', {
  source: String.raw`{\rtf1\adeflang1037\ansi\ansicpg1252\uc1\deff0{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset177 Arial (Hebrew);}{\f2\fcharset178 Arial (Arabic);}}
\rtlpar{\ltrch\fcs0 \f0 \rtlch\fcs1 \af1 \'f9\'ec\'e5\'ed}{\rtlch\fcs1 \af1 \ltrch\fcs0 \f0  caf\'e9 }{\ltrch\rtlch\f2 \'da\'de\'cf}\plain  \'e9\par}`,
  text: 'שלום café عقد é\n',
})
