export { downloadPdf, LetterDialog, printPdf } from './fetched.tsx'
export { LetterSheet } from './LetterSheet.tsx'
export { Letters } from './Letters.tsx'
