/**
 * Returns the account code at the start of a text: alone, before a name, or followed by a suffix such as
 * `.10`.
 */
export const findAccountCode = (text: string): string | undefined =>
  /^[A-Z]?\d{2,6}[A-Z]?/.exec(text.trim().toUpperCase())?.[0]

const AMOUNT = /^[\s$(−-]*[\d.,]+[\s)]*$/

/**
 * Returns whether pasted lines begin with account codes and have more cells. Such a table is matched by
 * code and not by position, so that no code is read as an amount. At most one line in five may begin with
 * another number, such as an account that the chart does not have.
 */
export function startsWithAccountCodes(
  rows: readonly (readonly string[])[],
  codes: ReadonlySet<string>,
): boolean {
  const firstCells = rows.filter((row) => row.length > 1).map((row) => row[0] ?? '')
  const codeCells = firstCells.filter((cell) => codes.has(findAccountCode(cell) ?? ''))
  const otherNumbers = firstCells.filter(
    (cell) => !codes.has(findAccountCode(cell) ?? '') && AMOUNT.test(cell),
  )
  return codeCells.length > 0 && codeCells.length >= 4 * otherNumbers.length
}
