export { LetterDialog } from './LetterDialog.tsx'
export { LetterSheet } from './LetterSheet.tsx'
export { Letters } from './Letters.tsx'
export { downloadPdf, printPdf } from './makeLetter.ts'
