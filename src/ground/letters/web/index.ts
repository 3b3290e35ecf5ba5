import { lazy } from 'react'

export { LetterDialog } from './LetterDialog.tsx'
export { downloadPdf, printPdf } from './makeLetter.ts'

/** The list of signature blocks, for the agency; fetched when first shown. */
export const Signers = lazy(() => import('./Signers.tsx'))
