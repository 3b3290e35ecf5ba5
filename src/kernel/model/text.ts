/** The choice of the alphabet filter that shows everything. */
export const VIEW_ALL = 'View All'

/** The 28 choices of the alphabet filter: # for digits, A to Z, and View All. UI-09. */
export const alphabetChoices: readonly string[] = ['#', ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', VIEW_ALL]

/** Whether a name stands under a choice of the alphabet filter; names that begin otherwise only in View All. UI-09. */
export function matchesLetter(name: string | null | undefined, choice: string): boolean {
  if (choice === VIEW_ALL) return true
  const first = (name ?? '').charAt(0)
  return choice === '#' ? /^\d$/.test(first) : first !== '' && first.toUpperCase() === choice.toUpperCase()
}
