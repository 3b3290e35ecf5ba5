import { type ComponentProps, Suspense } from 'react'
import { later } from '#ui/frame/later.tsx'
import type { LetterDialog as Shown } from './LetterDialog.tsx'
import type * as made from './makeLetter.ts'

const Late = later(async () => (await import('./LetterDialog.tsx')).LetterDialog)

/** The dialog that previews a letter. Its code is loaded when it is opened. */
export const LetterDialog = (props: ComponentProps<typeof Shown>) =>
  props.opened && (
    <Suspense>
      <Late {...props} />
    </Suspense>
  )

/** Loads the code of `downloadPdf` and runs it. */
export const downloadPdf: typeof made.downloadPdf = async (...tDocumentDefinitionses) =>
  (await import('./makeLetter.ts')).downloadPdf(...tDocumentDefinitionses)

/** Loads the code of `printPdf` and runs it. */
export const printPdf: typeof made.printPdf = async (...tDocumentDefinitionses) =>
  (await import('./makeLetter.ts')).printPdf(...tDocumentDefinitionses)
