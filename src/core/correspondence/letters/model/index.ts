export { buildLetterDefinition } from './definition.ts'
export {
  buildLetterBlocks,
  getLetterParagraphs,
  getUnfilledPlaceholders,
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
} from './letter.ts'
export type { LetterIdentifiers, LetterLookups, LetterParts } from './lookups.ts'
export {
  fillPlaceholders,
  getUnknownPlaceholders,
  type PlaceholderData,
} from './placeholders.ts'
export { getRawParts, type RawPart } from './rawContent.ts'
export { createTaggedPdf } from './tagged.ts'
