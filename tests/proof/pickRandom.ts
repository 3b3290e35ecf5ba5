/** Ids of generated rows begin here, so that they differ from all other ids. */
export const FIRST_ID = 100_000

/** SQL condition: the row belongs to a generated property. */
export const isGenerated = (alias: string): string => `${alias}.property_id > ${FIRST_ID}`

/**
 * SQL that picks one of the values at random, each equally likely. A value that is listed twice is twice as
 * likely.
 */
export const pickRandom = (...values: (string | number)[]): string =>
  `(array[${values.join(', ')}])[1 + floor(random() * ${values.length})::integer]`

export const quoteAll = (values: readonly string[]): string[] => values.map((value) => `'${value}'`)
