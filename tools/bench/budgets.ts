/** The maximum kilobytes, gzipped, until the sign-in screen is displayed. A test checks it too. */
export const FIRST_LOAD_KB = 170
/** The maximum kilobytes, gzipped, that a later screen adds. */
export const SCREEN_KB = 60
