/** The pages of a letter, for whoever makes a PDF of them by their file. */
export { letterDefinition as default } from './definition.ts'
