/**
 * The mask of a name or an amount for people who may not read households: it shows that a value exists. Null
 * stays null. A masked value that comes back from a form was not changed.
 */
export const MASK = '•••••'

export const masked = (value: string | null): string | null => (value === null ? null : MASK)
