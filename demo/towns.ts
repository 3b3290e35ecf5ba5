/** The towns in which the invented banks and developers have their offices. */
export const towns = [
  'Jefferson City',
  'Columbia',
  'Springfield',
  'Kansas City',
  'Saint Louis',
  'Rolla',
  'Joplin',
] as const
