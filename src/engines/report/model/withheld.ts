/** The text instead of a figure that the reader may not see. A figure without data is blank instead. */
export { HIDDEN_TEXT as NOT_SHOWN_TEXT } from '#kernel/model/hiddenText.ts'

type Row = Readonly<Record<string, unknown>>

/** Whether a column of this row is withheld from the reader. */
export const isWithheld = ({ withheld }: Row, name: string): boolean =>
  Array.isArray(withheld) && withheld.includes(name)

type WithheldReasons = {
  withheld?: Readonly<Record<string, string | undefined>>
  incomplete?: Readonly<Record<string, string | undefined>>
}

/** Returns the reasons why figures are withheld or incomplete, each once, as sentences of the footnote. */
export const getWithheldSentences = ({ withheld = {}, incomplete = {} }: WithheldReasons): string =>
  [...new Set([...Object.values(withheld), ...Object.values(incomplete)])]
    .map((reason) => ` ${reason}`)
    .join('')
