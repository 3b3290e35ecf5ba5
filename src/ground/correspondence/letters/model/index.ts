export { buildLetterDefinition as letterDefinition } from './definition.ts'
export {
  buildLetterBlocks as letterText,
  getLetterParagraphs as letterParagraphs,
  getUnfilledPlaceholders as unfilledPlaceholders,
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
  getUnknownPlaceholders as unknownPlaceholders,
  type PlaceholderData,
} from './placeholders.ts'
export { getRawParts as rawParts, type RawPart } from './rawContent.ts'
export { createTaggedPdf } from './tagged.ts'
