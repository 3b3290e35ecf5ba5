/** The pages of a letter, loaded by file name for making a PDF. */
export { letterDefinition as default } from './definition.ts'
