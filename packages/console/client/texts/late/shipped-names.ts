import { defineTexts } from '../../kit/texts.ts'

/** Names that every tenant begins with. */
export const ts = defineTexts({
  en: {
    productsMedia: 'Products media',
    privateAttachments: 'Private attachments',
    currencies: 'Currencies',
    units: 'Units of measure',
  },
  de: {
    productsMedia: 'Medien der Produkte',
    privateAttachments: 'Private Dateien',
    currencies: 'Währungen',
    units: 'Maßeinheiten',
  },
  es: {
    productsMedia: 'Medios de productos',
    privateAttachments: 'Archivos privados',
    currencies: 'Monedas',
    units: 'Unidades de medida',
  },
  pl: {
    productsMedia: 'Multimedia produktów',
    privateAttachments: 'Pliki prywatne',
    currencies: 'Waluty',
    units: 'Jednostki miary',
  },
})
