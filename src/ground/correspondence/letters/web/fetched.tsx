import { type ComponentProps, Suspense } from 'react'
import { later } from '#ui/frame/later.tsx'
import type { LetterDialog as Shown } from './LetterDialog.tsx'
import type * as made from './makeLetter.ts'

const Late = later(async () => (await import('./LetterDialog.tsx')).LetterDialog)

/** Shows a letter as it will be, or was sent, to be downloaded and printed; fetched when it is opened. */
export const LetterDialog = (props: ComponentProps<typeof Shown>) =>
  props.opened && (
    <Suspense>
      <Late {...props} />
    </Suspense>
  )

/** `downloadPdf` of the letters, fetched with the first document. */
export const downloadPdf: typeof made.downloadPdf = async (...tDocumentDefinitionses) =>
  (await import('./makeLetter.ts')).downloadPdf(...tDocumentDefinitionses)

/** `printPdf` of the letters, fetched with the first document. */
export const printPdf: typeof made.printPdf = async (...tDocumentDefinitionses) =>
  (await import('./makeLetter.ts')).printPdf(...tDocumentDefinitionses)
