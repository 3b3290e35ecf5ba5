export { LetterDialog } from './LetterDialog.tsx'
export { Signers } from './Signers.tsx'
