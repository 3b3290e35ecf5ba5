/** Ids of what is made begin here, so that they meet nothing else's. */
export const FIRST_ID = 100_000

/** SQL: a row is of what was made. */
export const made = (alias: string): string => `${alias}.property_id > ${FIRST_ID}`

/** SQL: one of these, each as likely as the other; a value that stands twice is twice as likely. */
export const pick = (...values: (string | number)[]): string =>
  `(array[${values.join(', ')}])[1 + floor(random() * ${values.length})::integer]`

export const quoted = (values: readonly string[]): string[] => values.map((value) => `'${value}'`)
