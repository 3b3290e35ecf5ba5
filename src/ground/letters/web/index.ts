export { LetterDialog } from './LetterDialog.tsx'
export { downloadPdf, printPdf } from './makeLetter.ts'
