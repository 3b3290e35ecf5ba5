/** The pause in typing after which totals, faults and drafts are updated, in milliseconds (UI-03). */
export const INPUT_DEBOUNCE = 100
