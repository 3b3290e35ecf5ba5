/** Kilobytes before the sign-in screen stands, gzipped; a test holds it as well. */
export const FIRST_LOAD_KB = 170
/** Kilobytes a later screen may bring. */
export const SCREEN_KB = 60
