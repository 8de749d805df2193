import { defineTexts } from '../../kit/texts.ts'

/** Names that every tenant begins with. */
export const ts = defineTexts({
  en: {
    productsMedia: 'Products media',
    privateAttachments: 'Private attachments',
    productsMediaText: 'Pictures and documents of products.',
    privateAttachmentsText: 'Files for those who are signed in.',
    currencies: 'Currencies',
    units: 'Units of measure',
  },
  de: {
    productsMedia: 'Medien der Produkte',
    privateAttachments: 'Private Dateien',
    productsMediaText: 'Bilder und Dokumente von Produkten.',
    privateAttachmentsText: 'Dateien für alle, die angemeldet sind.',
    currencies: 'Währungen',
    units: 'Maßeinheiten',
  },
  es: {
    productsMedia: 'Medios de productos',
    privateAttachments: 'Archivos privados',
    productsMediaText: 'Imágenes y documentos de productos.',
    privateAttachmentsText: 'Archivos para quienes han iniciado sesión.',
    currencies: 'Monedas',
    units: 'Unidades de medida',
  },
  pl: {
    productsMedia: 'Multimedia produktów',
    privateAttachments: 'Pliki prywatne',
    productsMediaText: 'Zdjęcia i dokumenty produktów.',
    privateAttachmentsText: 'Pliki dla zalogowanych.',
    currencies: 'Waluty',
    units: 'Jednostki miary',
  },
})
