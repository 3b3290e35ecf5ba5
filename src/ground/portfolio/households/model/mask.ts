/**
 * What people who may not read households see of a name or an amount: that there is one, and nothing of it. Null stays
 * null. What comes back masked from a form was not changed.
 */
export const MASK = '•••••'

export const masked = (value: string | null): string | null => (value === null ? null : MASK)
