/**
 * Converts a label for use within a sentence: `Annual financial statement` in lower case, `TCAP month`
 * unchanged.
 */
export const inSentence = (label: string): string =>
  label.replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase())
