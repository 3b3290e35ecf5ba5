/** The letter's definition as a default export, because the PDF thread loads it by file name. */
export { buildLetterDefinition as default } from './definition.ts'
