/**
 * A label as it stands within a sentence: `Annual financial statement` in lower case, `TCAP month` as it is.
 */
export const inSentence = (label: string): string =>
  label.replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase())
