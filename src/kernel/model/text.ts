/** The choice of the alphabet filter that shows everything. */
export const VIEW_ALL = 'View All'

/** The 28 choices of the alphabet filter: # for digits, A to Z, and View All. UI-09. */
export const alphabetChoices: readonly string[] = ['#', ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', VIEW_ALL]
