export { LetterDialog } from './LetterDialog.tsx'
export { Letters } from './Letters.tsx'
export { downloadPdf, printPdf } from './makeLetter.ts'
