/** The text in place of a figure that its reader may not see; a figure without data is blank. */
export { NOT_SHOWN_TEXT as WITHHELD_TEXT } from '#kernel/model/notShown.ts'

type Row = Readonly<Record<string, unknown>>

/** Whether a column of this row is withheld from its reader. */
export const isWithheld = ({ withheld }: Row, name: string): boolean =>
  Array.isArray(withheld) && withheld.includes(name)

type Declared = {
  withheld?: Readonly<Record<string, string | undefined>>
  incomplete?: Readonly<Record<string, string | undefined>>
}

/** The reasons why figures are withheld or incomplete, each once, as sentences of the footnote. */
export const withheldWords = ({ withheld = {}, incomplete = {} }: Declared): string =>
  [...new Set([...Object.values(withheld), ...Object.values(incomplete)])]
    .map((reason) => ` ${reason}`)
    .join('')
