/** Rounds cents down to a multiple, by default to whole dollars. */
export const floorToMultiple = (cents: number, multiple = 100): number =>
  Math.floor(cents / multiple) * multiple
