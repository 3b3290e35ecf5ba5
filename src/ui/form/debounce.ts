/** Waited after typing before totals, faults and drafts follow, in milliseconds (UI-03). */
export const INPUT_DEBOUNCE = 100
