/** Where the firms of the demonstration sit. */
export const towns = [
  'Jefferson City',
  'Columbia',
  'Springfield',
  'Kansas City',
  'Saint Louis',
  'Rolla',
  'Joplin',
] as const
