/** The code of an account as books write it: alone, before a name, or with parts of its own behind it. */
export const codeIn = (text: string): string | undefined =>
  /^[A-Z]?\d{2,6}[A-Z]?/.exec(text.trim().toUpperCase())?.[0]

const NUMBER = /^[\s$(−-]*[\d.,]+[\s)]*$/

/**
 * Returns whether pasted lines begin with account codes and have more cells: such a table is matched by code
 * and not by position, so that no code is read as an amount. A few other numbers are allowed, for accounts
 * that the chart does not have.
 */
export function namesAccounts(rows: readonly (readonly string[])[], codes: ReadonlySet<string>): boolean {
  const first = rows.filter((row) => row.length > 1).map((row) => row[0] ?? '')
  const codeCells = first.filter((cell) => codes.has(codeIn(cell) ?? ''))
  const other = first.filter((cell) => !codes.has(codeIn(cell) ?? '') && NUMBER.test(cell))
  return codeCells.length > 0 && codeCells.length >= 4 * other.length
}
