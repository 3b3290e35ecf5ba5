export { letterDefinition } from './definition.ts'
export {
  type LetterBlock,
  type LetterBodyItem,
  type LetterColumn,
  type LetterContact,
  type LetterData,
  type LetterManagementCompany,
  type LetterOptions,
  type LetterProperty,
  type LetterRawContent,
  type LetterRow,
  type LetterSignatureBlock,
  type LetterTable,
  letterParagraphs,
  letterText,
  unfilledPlaceholders,
} from './letter.ts'
export type { LetterIdentifiers, LetterLookups, LetterParts } from './lookups.ts'
export { fillPlaceholders, type PlaceholderData, unknownPlaceholders } from './placeholders.ts'
export { type RawPart, rawParts } from './rawContent.ts'
export { createTaggedPdf } from './tagged.ts'
