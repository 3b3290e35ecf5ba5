export { LetterDialog } from './LetterDialog.tsx'
