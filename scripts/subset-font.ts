// Writes the fonts that most pages need: Inter with the weights that the console uses, once with the letters of Western Europe and
// once with those of further European languages, such as Polish. As published, the first is 18 kB larger, and the second one, with
// all further Latin letters, 75 kB. Run it when `@fontsource-variable/inter` changes.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/** The letters of each font are those of its `unicode-range` in `console.css`. */
const FONTS = [
  {
    name: 'inter-latin',
    from: 'inter-latin',
    ranges: [
      [0x20, 0xff],
      [0x131, 0x131],
      [0x152, 0x153],
      [0x2bb, 0x2bc],
      [0x2c6, 0x2c6],
      [0x2da, 0x2da],
      [0x2dc, 0x2dc],
      [0x304, 0x304],
      [0x308, 0x308],
      [0x329, 0x329],
      [0x2000, 0x206f],
      [0x20ac, 0x20ac],
      [0x2122, 0x2122],
      [0x2191, 0x2191],
      [0x2193, 0x2193],
      [0x2212, 0x2212],
      [0x2215, 0x2215],
      [0xfeff, 0xfeff],
      [0xfffd, 0xfffd],
    ],
  },
  {
    name: 'inter-latin-extended-a',
    from: 'inter-latin-ext',
    ranges: [
      [0x100, 0x17f],
      [0x218, 0x21b],
    ],
  },
] as const

for (const { name, from, ranges } of FONTS) {
  const font = fileURLToPath(import.meta.resolve(`@fontsource-variable/inter/files/${from}-wght-normal.woff2`))
  const letters = ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  )
  const subset = await subsetFont(readFileSync(font), String.fromCodePoint(...letters), {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
  })
  writeFileSync(`packages/console/client/styles/${name}.woff2`, subset)
  console.log(`${name}: ${subset.length} bytes`)
}
