/**
 * The text that replaces a household's name or amount for people who may not read it: it shows only that a
 * value exists. If a form sends the mask back, the value was not changed.
 */
export const MASK = '•••••'

/** Returns the mask for a value, or null if there is no value. */
export const maskValue = (value: string | null): string | null => (value === null ? null : MASK)
